module Rathaus
  # Keeps the pipe to the host out of the submission's reach.
  module Descriptors
    # Returns private streams for reading from the host and writing to it.
    #
    # Descriptor 1 becomes standard error, so that whatever the submission prints, by any means, is no answer. Descriptor 0
    # becomes empty, so that nothing that was meant for the adapter is read by the submission.
    def self.take
      from_host = $stdin.dup
      to_host = $stdout.dup
      $stdin.reopen(File::NULL)
      $stdout.reopen($stderr)
      # What is printed must not wait in a buffer while the process may end without emptying it.
      $stdout.sync = true
      [from_host.binmode, to_host.binmode].each { |stream| stream.sync = true }
    end
  end
end
