require_relative 'errors'

module Rathaus
  # The parameters of the game: the standard values, until the handshake of the host changes them.
  module Parameters
    CURRENT = {
      'width' => 53,
      'height' => 15,
      'goal_x' => 49,
      'empty_colours' => 8,
      'teleporter_colours' => 4,
      'trap_colours' => 2,
      'wall_colours' => 2,
      'teleporter_reach' => 4,
      'trap_reach' => 1,
      'view_distance' => 2,
      'min_starts' => 10,
      'lifespan' => 100,
      'initial_population' => 15,
      'children' => 10,
      'genome_bits' => 100,
      'crossover' => 0.05,
      'mutation' => 0.01,
      'turns' => 10_000
    }

    def self.[](name)
      CURRENT.fetch(name)
    end

    # Stores parameters in the form `name=value`. Ignores unknown names.
    def self.update(words)
      words.each do |word|
        name, value = word.split('=', 2)
        CURRENT[name] = number(value, CURRENT[name]) if CURRENT.key?(name)
      end
    end

    # Parses a number of the same type as the former value.
    def self.number(text, former)
      former.is_a?(Integer) ? Integer(text, 10) : Float(text)
    rescue ArgumentError, TypeError
      raise Malformed, "a parameter is not a number: #{text.inspect}"
    end
    private_class_method :number
  end
end
