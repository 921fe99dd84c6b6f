require_relative 'board'
require_relative 'errors'
require_relative 'greeting'
require_relative 'moves'
require_relative 'profile'
require_relative 'trace'

module Rathaus
  # Answers what the host asks.
  class Session
    def initialize(player_class, source, channel)
      @player_class = player_class
      @source = source
      @channel = channel
      @notation = Notation.new(Parameters['view_distance'], Parameters['genome_bits'])
      @moves = Moves.new(source)
      @profile = Profile.new
      @boards = Array.new(Greeting::BOARDS) { |number| [number.to_s, Board.new] }.to_h
    end

    def handle(line)
      number, word, *rest = fields(line)
      board = @boards[number] || raise(Malformed, 'there is no such board')
      case word
      when 'turn' then answer(number, board, rest)
      when 'view' then board.introduce_views(rest, @notation)
      when 'genome' then board.introduce_genomes(rest, @notation)
      when 'trace' then answer_trace(number, board, *rest)
      when 'board' then begin_board(number, rest)
      else raise Malformed, 'there is no such word'
      end
    rescue Malformed => error
      raise Malformed, "#{error.message} in the line #{line[0, 80].inspect}"
    end

    def finish
      @profile.write
    end

    private

    # Splitting at single blanks is slower than splitting at any, and would only find what is looked for here.
    def fields(line)
      raise Malformed, 'a blank is too much' if line.include?('  ') || line.start_with?(' ') || line.end_with?(' ')

      line.split(' ')
    end

    def begin_board(number, rest)
      raise Malformed, 'there are more fields than expected' unless rest.empty?

      @boards[number] = Board.new
    end

    def answer(number, board, fields)
      turn, seed = fields.shift(2)
      raise Malformed, 'a turn is no number' unless turn&.match?(/\A\d+\z/)
      raise Malformed, 'a seed is no number of 16 digits' unless seed&.match?(/\A\h{16}\z/)
      raise Malformed, 'a turn asks for pairs of names' if fields.empty? || fields.length.odd?

      @channel.write("#{number} #{turn} #{letters(board, seed, fields)}\n")
    end

    def letters(board, seed, names)
      @profile.turn(player_of(board), names.length / 2) { |player| @moves.letters(player, board, seed.hex, names) }
    rescue Fault => fault
      instead(fault)
    end

    def answer_trace(number, board, name = nil, colours = '', *)
      genome = board.genomes[name] || raise(Malformed, 'a genome was not introduced')
      raise Malformed, 'the number of colours is none' unless colours.match?(/\A\d+\z/)

      @channel.write("#{number} trace #{meanings(board, genome, colours.to_i)}\n")
    end

    def meanings(board, genome, colours)
      player = player_of(board)
      @source.begin(0)
      begin
        Trace.meanings(player, genome, colours)
      rescue SignalException
        raise
      rescue Exception => error
        raise Moves.raised(error)
      end
    rescue Fault => fault
      instead(fault)
    end

    # What is answered in the place of what could not be found.
    def instead(fault)
      STDERR.write(fault.message, "\n")
      "! #{Errors.one_line(fault.message)}"
    end

    # Each board has a player of its own, made with the same random numbers for every board and in every process.
    def player_of(board)
      board.player ||= begin
        @source.begin(0)
        @player_class.new(@source)
      end
    rescue SignalException
      raise
    rescue Exception => error
      raise Moves.raised(error)
    end
  end
end
