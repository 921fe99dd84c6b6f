# Moves to a random neighbour, by several kinds of draws, and past the generator that it was given.
class Dice < Player
  def turn
    return Vector2D.new([-1, 0, 1].sample(random: @rng), @rng.rand(-1..1)) if vision_at(1, 0) == 1

    srand
    Vector2D.new([-1, 0, 1].shuffle.first, rand(3) - 1)
  end
end
