require_relative 'board'
require_relative 'errors'
require_relative 'handshake'
require_relative 'moves'
require_relative 'profile'
require_relative 'trace'

module Rathaus
  # Handles the lines of the host after the handshake.
  class Session
    def initialize(player_class, generator, channel)
      @player_class = player_class
      @generator = generator
      @channel = channel
      @decoder = Decoder.new(Parameters['view_distance'], Parameters['genome_bits'])
      @moves = Moves.new(generator)
      @profile = Profile.new
      @boards = Array.new(Handshake::BOARDS) { |number| [number.to_s, Board.new] }.to_h
    end

    def handle(line)
      number, word, *rest = fields(line)
      board = @boards[number] || raise(Malformed, 'there is no such board')
      case word
      when 'turn' then reply_to_turn(number, board, rest)
      when 'view' then board.introduce_views(rest, @decoder)
      when 'genome' then board.introduce_genomes(rest, @decoder)
      when 'trace' then reply_to_trace(number, board, *rest)
      when 'board' then begin_board(number, rest)
      else raise Malformed, 'unknown word'
      end
    rescue Malformed => error
      raise Malformed, "#{error.message} in the line #{line[0, 80].inspect}"
    end

    def finish
      @profile.write
    end

    private

    # These checks and a split at any blanks are faster than a split at single blanks.
    def fields(line)
      raise Malformed, 'there are too many spaces' if line.include?('  ') || line.start_with?(' ') || line.end_with?(' ')

      line.split(' ')
    end

    def begin_board(number, rest)
      raise Malformed, 'there are more fields than expected' unless rest.empty?

      @boards[number] = Board.new
    end

    def reply_to_turn(number, board, fields)
      turn, seed = fields.shift(2)
      raise Malformed, 'a turn is not a number' unless turn&.match?(/\A\d+\z/)
      raise Malformed, 'a seed is not a number of 16 digits' unless seed&.match?(/\A\h{16}\z/)
      raise Malformed, 'a turn needs pairs of names' if fields.empty? || fields.length.odd?

      @channel.write("#{number} #{turn} #{letters(board, seed, fields)}\n")
    end

    def letters(board, seed, names)
      @profile.turn(player_of(board), names.length / 2) { |player| @moves.letters(player, board, seed.hex, names) }
    rescue Fault => fault
      error_reply(fault)
    end

    def reply_to_trace(number, board, name = nil, colours = '', *)
      genome = board.genomes[name] || raise(Malformed, 'a genome was not introduced')
      raise Malformed, 'the number of colours is not a number' unless colours.match?(/\A\d+\z/)

      @channel.write("#{number} trace #{meanings(board, genome, colours.to_i)}\n")
    end

    def meanings(board, genome, colours)
      player = player_of(board)
      @generator.begin(0)
      begin
        Trace.meanings(player, genome, colours)
      rescue SignalException
        raise
      rescue Exception => error
        raise Moves.raised(error)
      end
    rescue Fault => fault
      error_reply(fault)
    end

    # Prints the fault and returns the error reply.
    def error_reply(fault)
      STDERR.write(fault.message, "\n")
      "! #{Errors.one_line(fault.message)}"
    end

    # The player of a board. Making it draws the same numbers for every board and in every process.
    def player_of(board)
      board.player ||= begin
        @generator.begin(0)
        @player_class.new(@generator)
      end
    rescue SignalException
      raise
    rescue Exception => error
      raise Moves.raised(error)
    end
  end
end
