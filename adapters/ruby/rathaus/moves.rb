require_relative 'errors'
require_relative 'views'

module Rathaus
  # Requests the moves of a turn from a player.
  class Moves
    # The letter of a move, by dx and dy. Not an array, because its negative indices would be legal.
    # Coordinates may be floats, for players that divide.
    def self.table(letters)
      keys = [-1, 0, 1].flat_map { |number| [number, number.to_f] }
      column = ->(dx) { keys.map { |dy| [dy, letters[3 * dy.to_i + dx.to_i + 4]] }.to_h.freeze }
      keys.map { |dx| [dx, column.call(dx)] }.to_h.freeze
    end

    PURE = table('abcdefghi')
    DRAWN = table('ABCDEFGHI')
    NO_MOVE = Object.new.freeze

    def initialize(generator)
      @generator = generator
      @views = Views.new
    end

    # Returns a letter for each pair of names. Repeats the turn if a player tried to change a view.
    def letters(player, board, seed, names)
      found = @views.lend { collect(player, board, seed, names, @views.copied?) }
      return letters(player, board, seed, names) if @views.repeat_turn?

      found.is_a?(String) ? found : raise(fault(found))
    end

    def self.raised(error)
      Errors.print_trace(error)
      Fault.new("raised #{Errors.describe(error)}")
    end

    private

    # A failed move: the error, the move if the player returned one, and the names of the request.
    Failure = Struct.new(:error, :move, :genome, :view)
    private_constant :Failure

    # Returns the letters of a turn, or a Failure. This loop must be fast.
    def collect(player, board, seed, names, copied)
      genomes, views, generator, letters = board.genomes, board.views, @generator, String.new
      generator.begin(seed)
      at = 0
      while at < names.length
        move = NO_MOVE
        genome = genomes[names[at]] || raise(Malformed, 'a genome was not introduced')
        view = views[names[at + 1]] || raise(Malformed, 'a view was not introduced')
        move = player.take_turn(genome, copied ? view.map(&:dup) : view)
        if generator.drawn
          generator.drawn = false
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
      return Moves.raised(failure.error) if NO_MOVE.equal?(failure.move)

      illegal(failure.move, failure.genome, failure.view)
    end

    # Returns the fault for a move that has no letter.
    def illegal(move, genome, view)
      Fault.new("illegal move (#{short(move.x)},#{short(move.y)}), asked for genome #{genome} at view #{view}")
    rescue StandardError
      Fault.new("raised TypeError: the player returned #{short(move)} instead of a Vector2D")
    end

    def short(value)
      value.inspect[0, 80]
    rescue StandardError
      'something'
    end
  end
end
