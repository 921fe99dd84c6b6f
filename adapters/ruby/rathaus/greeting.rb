require_relative 'errors'
require_relative 'parameters'

module Rathaus
  # The first line of the host, and its answer.
  module Greeting
    BOARDS = 64

    def self.acceptance(traces)
      "rathaus 1 turns boards=#{BOARDS}#{' trace' if traces}\n"
    end

    # Takes over the game's parameters from the greeting, or says why the game cannot be played here.
    def self.refusal(line)
      words = line.split(' ')
      raise Malformed, "the first line is no greeting: #{line.inspect[0, 80]}" if words[0] != 'rathaus'
      return 'only version 1 of the protocol is spoken here' if words[1] != '1'
      return 'only the game rat-race is played here' if words[2] != 'rat-race'

      Parameters.update(words.drop(3))
      nil
    end
  end
end
