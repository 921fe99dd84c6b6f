require_relative 'channel'
require_relative 'default_randomness'
require_relative 'descriptors'
require_relative 'errors'
require_relative 'greeting'
require_relative 'loading'
require_relative 'randomness'
require_relative 'session'
require_relative 'trace'

# What makes a Ruby submission speak the protocol. Nothing in here is meant for submissions; see the folder `controller`.
module Rathaus
  # A session from the greeting to its end. Returns the exit status.
  def self.play(form, path, entry)
    channel = Channel.new(*Descriptors.take)
    converse(channel, form, path, entry)
  rescue Malformed => error
    channel.flush
    STDERR.write("the session ends: #{error.message}\n")
    2
  end

  # The greeting comes first, because the submission is loaded with the parameters that it brings.
  def self.converse(channel, form, path, entry)
    first = channel.line
    return 0 unless first

    refusal = Greeting.refusal(first)
    return refuse(channel, refusal) if refusal

    source = TurnRandom.new
    player_class = load_player(source, form, path, entry)
    return 1 unless player_class

    channel.write(Greeting.acceptance(Trace.offered?(player_class)))
    serve(channel, Session.new(player_class, source, channel))
  end

  def self.refuse(channel, reason)
    channel.write("rathaus 1 refuse #{reason}\n")
    channel.flush
    0
  end

  def self.serve(channel, session)
    while (line = channel.line)
      session.handle(line)
    end
    session.finish
    0
  end

  # Loads the submission, with the same random numbers in every process. What it cannot do is its own fault, and said.
  def self.load_player(source, form, path, entry)
    source.begin(0)
    DefaultRandomness.install(source)
    Loading.load_player(form, path, entry)
  rescue SignalException
    raise
  rescue Exception => error
    Errors.print_trace(error)
    nil
  end
  private_class_method :converse, :refuse, :serve, :load_player
end
