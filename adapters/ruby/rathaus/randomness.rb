module Rathaus
  # The `@rng` of players: a generator that is seeded on its first draw after `begin`, and that sets `drawn` on every draw.
  #
  # Seeding takes longer than most moves, and most turns of most players draw nothing: hence only on the first draw. A draw from
  # a range of one value takes nothing and is no draw.
  #
  # It is no Random itself: `sample` and `shuffle` draw from a Random without calling its methods, so those draws would go
  # unseen. Of any other object they call `rand`.
  class TurnRandom
    UNLIMITED = Object.new.freeze
    private_constant :UNLIMITED

    attr_accessor :drawn

    # Starts a turn. Nothing that was left over from earlier turns has any influence from here on.
    def begin(seed)
      @seed = seed
      @generator = nil
      @drawn = false
    end

    # Draws as Random#rand does: below a number, from a range, or from 0 to 1.
    def rand(limit = UNLIMITED)
      case limit
      when 1 then limit.is_a?(Integer) ? 0 : generator.rand(limit)
      when Integer then generator.rand(limit)
      when Range then single?(limit) ? limit.begin : generator.rand(limit)
      when UNLIMITED then generator.rand
      else generator.rand(limit)
      end
    end

    # Draws as Kernel#rand does: below a number of any sign, and for 0 or nil from 0 to 1.
    def rand_of_kernel(limit = 0)
      return rand(limit) if limit.is_a?(Range)

      whole = limit.to_i.abs
      whole.zero? ? rand : rand(whole)
    end

    def bytes(count)
      count == 0 ? String.new : generator.bytes(count)
    end

    # The seed tells what will be drawn, so knowing it has to do with randomness too, although it draws nothing.
    def seed
      @drawn = true
      @seed
    end

    # Starts anew from a seed of the submission's own, and returns the former one. A seed from the clock would make the game
    # another one each time, so seeding without a number goes on with the turn's: starting anew from that would give every
    # specimen the same numbers.
    def reseed(seed = nil)
      former = self.seed
      self.begin(seed) if seed
      @drawn = true
      former
    end

    # A copy would draw without being seen. So there is none.
    def clone(**)
      self
    end

    def dup
      self
    end

    private

    def generator
      @drawn = true
      @generator ||= Random.new(@seed)
    end

    def single?(range)
      first, last = range.begin, range.end
      return last == first && !range.exclude_end? unless first.is_a?(Integer) && last.is_a?(Integer)

      last - first == (range.exclude_end? ? 1 : 0)
    end
  end
end
