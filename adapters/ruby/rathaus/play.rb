require_relative 'channel'
require_relative 'default_randomness'
require_relative 'descriptors'
require_relative 'errors'
require_relative 'handshake'
require_relative 'loading'
require_relative 'randomness'
require_relative 'session'
require_relative 'trace'

# Makes a Ruby submission speak the protocol. Submissions do not use this module. What they may use
# is in the folder `controller`.
module Rathaus
  # Plays a session, from the handshake to the end of the input. Returns the exit status.
  def self.play(form, path, entry)
    channel = Channel.new(*Descriptors.take)
    run_session(channel, form, path, entry)
  rescue Malformed => error
    channel.flush
    STDERR.write("the session ends: #{error.message}\n")
    2
  end

  # The handshake comes first, because loading needs the parameters of the game.
  def self.run_session(channel, form, path, entry)
    first = channel.line
    return 0 unless first

    refusal = Handshake.refusal(first)
    return refuse(channel, refusal) if refusal

    generator = TurnRandom.new
    player_class = load_player(generator, form, path, entry)
    return 1 unless player_class

    channel.write(Handshake.acceptance(Trace.offered?(player_class)))
    handle_lines(channel, Session.new(player_class, generator, channel))
  end

  def self.refuse(channel, reason)
    channel.write("rathaus 1 refuse #{reason}\n")
    channel.flush
    0
  end

  def self.handle_lines(channel, session)
    while (line = channel.line)
      session.handle(line)
    end
    session.finish
    0
  end

  # Loads the submission. Prints a stack trace and returns nil if that fails. Loading draws the same
  # random numbers in every process.
  def self.load_player(generator, form, path, entry)
    generator.begin(0)
    DefaultRandomness.install(generator)
    Loading.load_player(form, path, entry)
  rescue SignalException
    raise
  rescue Exception => error
    Errors.print_trace(error)
    nil
  end
  private_class_method :run_session, :refuse, :handle_lines, :load_player
end
