# The compass of the golden dialogues as a bare class. What it does is described beside them.
class Compass < Player
  def turn
    ahead = vision_at(1, 0)
    raise 'there is nothing ahead' if ahead == OUT_OF_BOUNDS_COLOR

    case ahead
    when 0..8 then return neighbour(ahead)
    when 9 then @rng.rand(3..3)
    when 10 then [1, 2].sample(random: @rng)
    when 11 then return neighbour(bit_chunk(0, 3))
    when 12 then return neighbour(bit_range(97, 100))
    when 13 then return Vector2D.new(2, 0)
    when 14 then vision_at(3, 0)
    when 15
      puts 'debug'
      return Vector2D.new(0, 0)
    end
    Vector2D.new(1, 0)
  end

  def neighbour(number)
    Vector2D.new(number % 3 - 1, number / 3 - 1)
  end
end
