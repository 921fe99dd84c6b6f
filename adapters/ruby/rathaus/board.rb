require_relative 'errors'

module Rathaus
  # Decodes genomes and views from the lines of the host.
  class Decoder
    COLOURS = '-0123456789abcdefghijklmnopqrstuvwxyz'.each_char.with_index(-1).to_h.freeze

    def initialize(view_distance, genome_bits)
      @side = 2 * view_distance + 1
      @genome_form = /\A\h{#{(genome_bits + 3) / 4}}\z/
    end

    def genome(digits)
      raise Malformed, 'a genome is not a hexadecimal number of the right length' unless digits.match?(@genome_form)

      digits.hex
    end

    # The view in the order of the original controller, by column: colours[x][y].
    def view(text)
      raise Malformed, 'a view has the wrong size' if text.length != @side * @side

      cells = text.each_char.map { |c| COLOURS[c] || raise(Malformed, "there is no colour #{c.inspect}") }
      cells.each_slice(@side).to_a.transpose.each(&:freeze).freeze
    end
  end

  # What the host has introduced, by name. The first request makes the player.
  class Board
    attr_accessor :player
    attr_reader :genomes, :views

    def initialize
      @genomes = {}
      @views = {}
    end

    def introduce_genomes(words, decoder)
      introduce(@genomes, words) { |digits| decoder.genome(digits) }
    end

    def introduce_views(words, decoder)
      introduce(@views, words) { |text| decoder.view(text) }
    end

    private

    def introduce(table, words)
      raise Malformed, 'a name has no value' if words.empty? || words.length.odd?

      words.each_slice(2) do |name, value|
        raise Malformed, 'a name is not a number' unless name.match?(/\A\d+\z/)

        table[name] = yield(value)
      end
    end
  end
end
