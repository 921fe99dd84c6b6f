# Raises where a wall of the board is in view: RuntimeError: a wall
# The stack trace names: raises_bare.rb:5
class Mine < Player
  def turn
    raise 'a wall' if vision_at(0, -1) == -1
    
    Vector2D.new(1, 0)
  end
end
