# Says what its genomes mean, and moves (1,0).
class Tracer < Player
  def turn
    Vector2D.new(1, 0)
  end

  def trace(genome, colour)
    raise 'this genome means nothing' unless genome >> 99 == 0 && genome == @genome

    number = bit_chunk(0, 3)
    case colour
    when 0 then 'empty'
    when 1 then :wall
    when 2 then "trap #{number % 3 - 1} #{number / 3 - 1}"
    when 3 then 'teleporter 4 -3'
    when 4 then "worth #{number - 4}"
    when 6 then @rng.rand(5) >= 0 ? 'empty' : nil
    when 7 then puts('debug') || 'empty'
    when 8 then "a;b\nc"
    end
  end
end
