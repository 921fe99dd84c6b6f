require_relative 'errors'

module Rathaus
  # Asks a submission what its genomes mean, if it has a method `trace(genome, colour)`.
  module Trace
    def self.offered?(player_class)
      player_class.is_a?(Class) && player_class.method_defined?(:trace)
    end

    # Returns the meaning of each colour, separated by `;`. Sets `@genome`, as for a turn.
    def self.meanings(player, genome, colours)
      player.instance_variable_set(:@genome, genome)
      Array.new(colours) { |colour| Errors.one_line(player.trace(genome, colour).to_s).tr(';', ',') }.join(';')
    end
  end
end
