module Rathaus
  # A line that is not in the protocol: a mistake of the host, never of the submission.
  class Malformed < StandardError; end

  # An error of the submission. Its message replaces the letters of the reply.
  class Fault < StandardError; end

  # Error messages: one line for the host, a stack trace for people.
  module Errors
    ADAPTER_FILES = [File.join(__dir__, ''), File.join(File.dirname(__dir__), 'main.rb')].freeze
    MAX_LENGTH = 4000
    MAX_FRAMES = 100

    # Makes the words fit into an error line: printable ASCII, at most 4,096 bytes in all.
    def self.one_line(words)
      unicode = words.encode('UTF-8', invalid: :replace, undef: :replace).scrub
      unicode[0, MAX_LENGTH].gsub(/[[:space:]]/, ' ').gsub(/[^ -~]/, '?').strip
    end

    # The name of the error's class and its message. The submission's `message` may fail.
    def self.describe(error)
      # Some versions of Ruby add the source line and markers to `message`.
      message = (error.respond_to?(:original_message) ? error.original_message : error.message).to_s
      message.empty? || message == error.class.name ? error.class.name.to_s : "#{error.class}: #{message}"
    rescue StandardError
      error.class.name.to_s
    end

    # Prints the stack trace without the frames of the adapter. An endless recursion has too many
    # frames to print all of them.
    def self.print_trace(error)
      frames = (error.backtrace || []).reject { |frame| frame.start_with?(*ADAPTER_FILES) }
      error.set_backtrace(frames.first(MAX_FRAMES))
      # Without frames, `full_message` would blame this line.
      words = frames.empty? ? describe(error) : error.full_message(highlight: false, order: :top)
      STDERR.write(words.chomp, "\n")
    rescue StandardError
      STDERR.write(describe(error), "\n")
    end
  end
end
