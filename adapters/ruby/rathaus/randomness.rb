module Rathaus
  # The `@rng` of players: it is seeded on its first draw after `begin`, and sets `drawn` on every
  # draw.
  #
  # Seeding takes longer than most moves, and most players draw nothing in most turns. So it waits
  # for the first draw. A draw from a range of one value takes nothing from the generator and does
  # not count.
  #
  # It does not derive from Random: `sample` and `shuffle` draw from a Random without calling its
  # methods, so those draws would not be recorded. For any other object they call `rand`.
  class TurnRandom
    UNLIMITED = Object.new.freeze
    private_constant :UNLIMITED

    attr_accessor :drawn

    # Starts a turn. Nothing of earlier turns influences the draws of this one.
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

    # Counts as a draw, because a move can depend on the seed.
    def seed
      @drawn = true
      @seed
    end

    # Sets a seed and returns the former one. Without a seed, the generator continues: a seed from
    # the clock would change the game, and a restart with the seed of the turn would give every
    # specimen the same numbers.
    def reseed(seed = nil)
      former = self.seed
      self.begin(seed) if seed
      @drawn = true
      former
    end

    # No copies, because the draws of a copy would not be recorded.
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
