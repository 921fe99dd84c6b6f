# Makes one kind of draw for each number in the genome, and then moves (1,0).
DRAWS = [
  ->(rng) { rng.rand(1) },
  ->(rng) { rng.rand(3..3) + rng.rand(3...4) + rng.rand(2.0..2.0) },
  ->(rng) { ['x'].sample(random: rng) + ['x'].sample(1, random: rng).first },
  ->(rng) { ['x'].shuffle(random: rng) },
  ->(rng) { rng.bytes(0) },
  ->(_) { ['x'].sample + ['x'].shuffle.first },
  ->(_) { rand(1) + rand(-1) + Kernel.rand(3..3) + Random.rand(1) },
  ->(rng) { rng.rand(2) },
  ->(rng) { rng.rand },
  ->(rng) { rng.rand(1.0) },
  ->(rng) { rng.rand(0..1) },
  ->(rng) { rng.rand(0.5..0.75) },
  ->(rng) { rng.bytes(1) },
  ->(rng) { %w[x y].sample(random: rng) },
  ->(rng) { %w[x y].shuffle!(random: rng) },
  ->(rng) { rng.dup.rand(2) },
  ->(rng) { rng.clone(freeze: false).rand(2) },
  ->(rng) { rng.seed },
  ->(_) { rand },
  ->(_) { rand(2) },
  ->(_) { Kernel.rand(0) },
  ->(_) { Random.rand(2) },
  ->(_) { %w[x y].sample },
  ->(_) { %w[x y].shuffle },
  ->(_) { srand(5) },
  ->(rng) { rng.rand(0) },
  ->(rng) { rng.rand(3..2) + 1 },
  ->(rng) { raise 'after a draw' if rng.rand < 1 }
].freeze

class Draws < Player
  def turn
    DRAWS[@genome].call(@rng)
    Vector2D.new(1, 0)
  end
end
