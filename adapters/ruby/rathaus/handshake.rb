require_relative 'errors'
require_relative 'parameters'

module Rathaus
  # The first line of the host, and the reply to it.
  module Handshake
    BOARDS = 64

    def self.acceptance(traces)
      "rathaus 1 turns boards=#{BOARDS}#{' trace' if traces}\n"
    end

    # Stores the game's parameters. Returns a reason if this adapter cannot play the game.
    def self.refusal(line)
      words = line.split(' ')
      raise Malformed, "the first line is not a handshake: #{line.inspect[0, 80]}" if words[0] != 'rathaus'
      return 'this adapter supports only version 1 of the protocol' if words[1] != '1'
      return 'this adapter supports only the game rat-race' if words[2] != 'rat-race'

      Parameters.update(words.drop(3))
      nil
    end
  end
end
