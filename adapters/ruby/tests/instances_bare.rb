# Counts the calls of each player and moves by that. The third player cannot be made.
class Instances < Player
  def initialize(rng)
    super
    $made = $made.to_i + 1
    rng.rand
    raise 'the third one' if $made == 3

    @calls = 0
  end

  def turn
    @calls += 1
    Vector2D.new(@calls - 2, 0)
  end
end
