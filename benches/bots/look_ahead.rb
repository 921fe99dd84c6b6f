# Looks two steps ahead, and draws nothing: of the moves forward, the one whose colour is best, together with the best that follows it.
class LookAhead < Player
  def quality(x, y)
    colour = vision_at(x, y)
    colour == OUT_OF_BOUNDS_COLOR ? -1 : bit_chunk(6 * colour, 6)
  end

  def turn
    best = -1
    move = 0
    -1.upto(1) do |y|
      own = quality(1, y)
      next if own < 0

      following = (y - 1).upto(y + 1).map { |z| quality(2, z) }.max
      value = 2 * own + [0, following].max
      best, move = value, y if value > best
    end
    Vector2D.new(1, move)
  end
end
