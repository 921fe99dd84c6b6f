module Rathaus
  # Hides the pipes to the host from the submission.
  module Descriptors
    # Returns private streams for reading from the host and writing to it.
    #
    # Descriptor 1 becomes stderr, so that nothing that the submission prints is taken for a reply.
    # Descriptor 0 becomes empty, so that the submission cannot read the requests.
    def self.take
      from_host = $stdin.dup
      to_host = $stdout.dup
      $stdin.reopen(File::NULL)
      $stdout.reopen($stderr)
      # No buffering, because `exit!` would lose what is in the buffer.
      $stdout.sync = true
      [from_host.binmode, to_host.binmode].each { |stream| stream.sync = true }
    end
  end
end
