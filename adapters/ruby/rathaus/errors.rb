module Rathaus
  # A line that the protocol does not know. It is the host's mistake and never the submission's.
  class Malformed < StandardError; end

  # What is answered in the place of the letters.
  class Fault < StandardError; end

  # Says what went wrong: on one line for the host, with a stack trace for people.
  module Errors
    OWN_FILES = [File.join(__dir__, ''), File.join(File.dirname(__dir__), 'main.rb')].freeze
    LONGEST = 4000
    MOST_FRAMES = 100

    # The protocol has one line of ASCII for an error, and not more than 4,096 bytes of it.
    def self.one_line(words)
      unicode = words.encode('UTF-8', invalid: :replace, undef: :replace).scrub
      unicode[0, LONGEST].gsub(/[[:space:]]/, ' ').gsub(/[^ -~]/, '?').strip
    end

    # The name of the error's type and its message, which a submission may have written in a way that fails itself.
    def self.words_for(error)
      # Some versions of Ruby add drawings to messages, over several lines.
      message = (error.respond_to?(:original_message) ? error.original_message : error.message).to_s
      message.empty? || message == error.class.name ? error.class.name.to_s : "#{error.class}: #{message}"
    rescue StandardError
      error.class.name.to_s
    end

    # Prints the stack trace without the adapter's own frames, which would only hide the line that matters. Of an endless
    # recursion the first frames are enough.
    def self.print_trace(error)
      frames = (error.backtrace || []).reject { |frame| frame.start_with?(*OWN_FILES) }
      error.set_backtrace(frames.first(MOST_FRAMES))
      # Without frames Ruby would say that the error comes from here.
      words = frames.empty? ? words_for(error) : error.full_message(highlight: false, order: :top)
      STDERR.write(words.chomp, "\n")
    rescue StandardError
      STDERR.write(words_for(error), "\n")
    end
  end
end
