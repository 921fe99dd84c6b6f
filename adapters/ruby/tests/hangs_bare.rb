# Takes 20 ms for a move with colour 1 ahead, and else never comes to an end.
class Mine < Player
  def turn
    loop {} unless vision_at(1, 0) == 1
    sleep 0.02
    Vector2D.new(1, 0)
  end
end
