require_relative 'errors'
require_relative 'views'

module Rathaus
  # Asks a player for the moves of a turn.
  class Moves
    # The letters of a move, by its dx and dy. A hash has exactly the legal moves, while an array would know others from its end.
    # Coordinates that come from a division are as good as whole ones.
    def self.table(letters)
      keys = [-1, 0, 1].flat_map { |number| [number, number.to_f] }
      column = ->(dx) { keys.map { |dy| [dy, letters[3 * dy.to_i + dx.to_i + 4]] }.to_h.freeze }
      keys.map { |dx| [dx, column.call(dx)] }.to_h.freeze
    end

    PURE = table('abcdefghi')
    DRAWN = table('ABCDEFGHI')
    NOT_ANSWERED = Object.new.freeze

    def initialize(source)
      @source = source
      @views = Views.new
    end

    # A letter for each pair of names. A turn of which nothing may be left is begun anew, with the same seed.
    def letters(player, board, seed, names)
      found = @views.lend { collect(player, board, seed, names, @views.copied?) }
      return letters(player, board, seed, names) if @views.begin_anew?

      found.is_a?(String) ? found : raise(fault(found))
    end

    def self.raised(error)
      Errors.print_trace(error)
      Fault.new("raised #{Errors.words_for(error)}")
    end

    private

    # A player that failed: what was raised, what it had answered until then, and for which names.
    Failure = Struct.new(:error, :move, :genome, :view)
    private_constant :Failure

    # The one loop that has to be fast.
    def collect(player, board, seed, names, copied)
      genomes, views, source, letters = board.genomes, board.views, @source, String.new
      source.begin(seed)
      at = 0
      while at < names.length
        move = NOT_ANSWERED
        genome = genomes[names[at]] || raise(Malformed, 'a genome was not introduced')
        view = views[names[at + 1]] || raise(Malformed, 'a view was not introduced')
        move = player.take_turn(genome, copied ? view.map(&:dup) : view)
        if source.drawn
          source.drawn = false
          letters << DRAWN[move.x][move.y]
        else
          letters << PURE[move.x][move.y]
        end
        at += 2
      end
      letters
    rescue Malformed, SignalException
      raise
    rescue Exception => error
      Failure.new(error, move, names[at], names[at + 1])
    end

    def fault(failure)
      return Moves.raised(failure.error) if NOT_ANSWERED.equal?(failure.move)

      unusable(failure.move, failure.genome, failure.view)
    end

    # Says what is wrong with something that has no letter.
    def unusable(move, genome, view)
      Fault.new("illegal move (#{short(move.x)},#{short(move.y)}), asked for genome #{genome} at view #{view}")
    rescue StandardError
      Fault.new("raised TypeError: the player returned #{short(move)} where a Vector2D is due")
    end

    def short(value)
      value.inspect[0, 80]
    rescue StandardError
      'something'
    end
  end
end
