require_relative 'errors'

module Rathaus
  # What a genome means to its player, where the submission has a method `trace(genome, colour)`.
  module Trace
    def self.offered?(player_class)
      player_class.is_a?(Class) && player_class.method_defined?(:trace)
    end

    # What is said of each colour, with `;` between. The genome stands where players keep that of their turn.
    def self.meanings(player, genome, colours)
      player.instance_variable_set(:@genome, genome)
      Array.new(colours) { |colour| Errors.one_line(player.trace(genome, colour).to_s).tr(';', ',') }.join(';')
    end
  end
end
