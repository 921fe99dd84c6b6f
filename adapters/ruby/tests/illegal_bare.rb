# Answers with a move that is too long.
class Mine < Player
  def turn
    others = { 16 => Vector2D.new(-2, 0), 17 => Vector2D.new(0, 2), 18 => Vector2D.new(0, -2) }
    others.fetch(vision_at(1, 0), Vector2D.new(2, 0))
  end
end
