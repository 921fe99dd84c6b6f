require_relative 'errors'

module Rathaus
  # Reads lines from the host and writes replies to it.
  class Channel
    READ_SIZE = 1 << 16

    # Seconds that a reply may wait to be written together with others. The clock of the reply runs.
    MAX_DELAY = 0.001

    def initialize(from_host, to_host)
      @from_host = from_host
      @to_host = to_host
      @lines = []
      @incomplete = String.new
      @chunk = String.new
      @replies = String.new
      @delayed_since = now
    end

    # The next line, or nil when the host ends the session. Flushes replies before it waits.
    def line
      while @lines.empty?
        flush
        return check_complete unless receive
      end
      @lines.shift
    end

    def write(text)
      @replies << text
      flush if now - @delayed_since > MAX_DELAY
    end

    def flush
      @to_host.write(@replies) unless @replies.empty?
      @replies.clear
      @delayed_since = now
    end

    private

    def receive
      @from_host.readpartial(READ_SIZE, @chunk)
      @delayed_since = now
      feed = @chunk.rindex("\n")
      return @incomplete << @chunk unless feed

      @lines = (@incomplete << @chunk.byteslice(0, feed)).split("\n", -1)
      @lines << '' if @incomplete.empty?
      @incomplete = @chunk.byteslice(feed + 1, @chunk.bytesize)
    rescue EOFError
      nil
    end

    def check_complete
      raise Malformed, 'the input ends in the middle of a line' unless @incomplete.empty?
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
