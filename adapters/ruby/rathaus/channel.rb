require_relative 'errors'

module Rathaus
  # The two ends of the pipe to the host: lines in, answers out.
  class Channel
    READ_AT_ONCE = 1 << 16

    # An answer waits for others to come along, but no longer than this: the host may be measuring how long it takes.
    LONGEST_WAIT = 0.001

    def initialize(from_host, to_host)
      @from_host = from_host
      @to_host = to_host
      @lines = []
      @begun = String.new
      @chunk = String.new
      @answers = String.new
      @waited_since = now
    end

    # The next line, or nil when the host ends the session. Answers are sent before waiting for more.
    def line
      while @lines.empty?
        flush
        return ended unless receive
      end
      @lines.shift
    end

    def write(text)
      @answers << text
      flush if now - @waited_since > LONGEST_WAIT
    end

    def flush
      @to_host.write(@answers) unless @answers.empty?
      @answers.clear
      @waited_since = now
    end

    private

    def receive
      @from_host.readpartial(READ_AT_ONCE, @chunk)
      @waited_since = now
      feed = @chunk.rindex("\n")
      return @begun << @chunk unless feed

      @lines = (@begun << @chunk.byteslice(0, feed)).split("\n", -1)
      @lines << '' if @begun.empty?
      @begun = @chunk.byteslice(feed + 1, @chunk.bytesize)
    rescue EOFError
      nil
    end

    def ended
      raise Malformed, 'the input ends in the middle of a line' unless @begun.empty?
    end

    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end
  end
end
