# The compass of the golden dialogues as a whole player file. What it does is described beside them.
require_relative 'vector2d'

class Player
  def initialize(rng)
    @rng = rng
  end

  def take_turn(genome, vision)
    @genome = genome
    @vision = vision
    turn
  end
end

class Compass < Player
  def turn
    ahead = @vision[3][2]
    raise "there is nothing\nahead" if ahead == -1

    ahead < 9 ? Vector2D.new(ahead % 3, ahead / 3) - Vector2D.new(1, 1) : special(ahead)
  end

  def special(ahead)
    forward = Vector2D.new(1, 0)
    case ahead
    when 9 then ['only'].shuffle(random: @rng)
    when 10 then @rng.rand(2)
    when 11 then return Vector2D.new((@genome & 7) % 3 - 1, (@genome & 7) / 3 - 1)
    when 12 then return Vector2D.new((@genome >> 97) % 3 - 1, (@genome >> 97) / 3 - 1)
    when 13 then return 2 * forward
    when 14 then @vision[5][2]
    when 15 then return debug
    end
    forward
  end

  def debug
    $stdout.puts 'debug'
    STDOUT.write("debug\n")
    system('echo debug')
    IO.for_fd(1, autoclose: false).syswrite("debug\n")
    raise 'there is something to read' if $stdin.read != '' || gets

    Vector2D.new(0, 0)
  end
end

PLAYER = Compass
