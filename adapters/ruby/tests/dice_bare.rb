# Moves to a random neighbour, by several kinds of draws, and past the generator that it was given.
WHEN_LOADED = rand(3)

class Dice < Player
  def initialize(rng)
    super
    @when_made = Array.new(20) { rng.rand(3) }
  end

  def turn
    return Vector2D.new([-1, 0, 1].sample(random: @rng), @rng.rand(-1..1)) if vision_at(1, 0) == 1

    srand
    Vector2D.new([-1, 0, 1].shuffle.first, (rand(3) + WHEN_LOADED + @when_made.sample(random: @rng)) % 3 - 1)
  end
end
