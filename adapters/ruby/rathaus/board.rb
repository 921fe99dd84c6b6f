require_relative 'errors'

module Rathaus
  # How genomes and views look in the lines of the host.
  class Notation
    COLOURS = '-0123456789abcdefghijklmnopqrstuvwxyz'.each_char.with_index(-1).to_h.freeze

    def initialize(view_distance, genome_bits)
      @side = 2 * view_distance + 1
      @genome_form = /\A\h{#{(genome_bits + 3) / 4}}\z/
    end

    def genome(digits)
      raise Malformed, 'a genome is no hexadecimal number of its length' unless digits.match?(@genome_form)

      digits.hex
    end

    # The view as Ruby players know it: by column, so colours[x][y].
    def view(text)
      raise Malformed, 'a view has the wrong size' if text.length != @side * @side

      cells = text.each_char.map { |c| COLOURS[c] || raise(Malformed, "there is no colour #{c.inspect}") }
      cells.each_slice(@side).to_a.transpose.each(&:freeze).freeze
    end
  end

  # What the host has introduced, by the names as they stand in its lines. The player is made when it is first asked.
  class Board
    attr_accessor :player
    attr_reader :genomes, :views

    def initialize
      @genomes = {}
      @views = {}
    end

    def introduce_genomes(words, notation)
      introduce(@genomes, words) { |digits| notation.genome(digits) }
    end

    def introduce_views(words, notation)
      introduce(@views, words) { |text| notation.view(text) }
    end

    private

    def introduce(table, words)
      raise Malformed, 'a name is introduced without a value' if words.empty? || words.length.odd?

      words.each_slice(2) do |name, value|
        raise Malformed, 'a name is no number' unless name.match?(/\A\d+\z/)

        table[name] = yield(value)
      end
    end
  end
end
