module Rathaus
  # Measures the submission's own function, and appends the result to the file RATHAUS_PROFILE.
  class Profile
    # One turn in this many is measured, because reading the clock is slow.
    SAMPLE_INTERVAL = 61

    # Measures each call of a player.
    class MeasuredPlayer
      attr_reader :calls, :nanoseconds

      def initialize(player, clock_cost)
        @player = player
        @clock_cost = clock_cost
        @calls = @nanoseconds = 0
      end

      def take_turn(genome, vision)
        start = Profile.now
        move = @player.take_turn(genome, vision)
        @nanoseconds += Profile.now - start - @clock_cost
        @calls += 1
        move
      end
    end

    def self.now
      Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
    end

    def initialize
      @path = ENV['RATHAUS_PROFILE']
      @turns = @calls = @sampled = @nanoseconds = 0
      # The time between two readings of the clock, in nanoseconds.
      @clock_cost = @path ? Array.new(100) { -(Profile.now - Profile.now) }.min : 0
    end

    # Yields the player for a turn with this number of calls. Its calls may be measured.
    def turn(player, calls)
      return yield(player) unless @path

      @calls += calls
      @turns += 1
      return yield(player) unless (@turns % SAMPLE_INTERVAL).zero?

      measured = MeasuredPlayer.new(player, @clock_cost)
      result = yield(measured)
      @sampled += measured.calls
      @nanoseconds += measured.nanoseconds
      result
    end

    def write
      return unless @path

      File.open(@path, 'a') do |file|
        file.puts %({"calls": #{@calls}, "sampled": #{@sampled}, "nanoseconds": #{@nanoseconds}})
      end
    end
  end
end
