# Uses every name that a Ruby submission may rely on, and raises where one is not what it should be. It moves (1,0) by a draw.
def expect(right, what)
  raise "wrong: #{what}" unless right
end

class Api < Player
  def initialize(rng)
    super
    @ready = true
  end

  def turn
    expect(@ready && @asked && @genome.is_a?(Integer), 'what a player begins with')
    check_genome
    check_vision
    check_randomness
    check_vectors
    check_constants
    [Vector2D.new(1, 0), Vector2D.new(1, 0)].sample(random: @rng)
  end

  def check_genome
    expect(@genome == 1 << 99 | 0b11 << 31 | 0b101, 'the genome')
    @genome = 0b1101 << 96
    expect([95, 96, 97, 98, 99].map { |i| bit_at(i) } == [0, 1, 0, 1, 1], 'bit_at')
    expect(bit_range(95, 99) == 0b1010 && bit_chunk(95, 4) == 0b1010 && bit_chunk(0, 0) == 0, 'ranges of bits')
  end

  def check_vision
    expect(@vision.map(&:class) == [Array] * 5 && @vision.map(&:length) == [5] * 5, 'the size of the vision')
    expect(vision_at(1, 0) == @vision[3][2] && @vision[3][2].zero? && vision_at(0, 1) == -1, 'the x comes first')
    expect(@vision.flatten.count(-1) == 24, 'the colours')
    @vision[4][3] = 'two to the right, one down'
    @vision[0] << 'one more'
    expect(vision_at(2, 1) == @vision[4][3], 'vision_at')
  end

  def check_randomness
    expect((0...1).cover?(@rng.rand) && (0...7).cover?(@rng.rand(7)) && (0...2.5).cover?(@rng.rand(2.5)), 'rand')
    expect((3..5).cover?(@rng.rand(3..5)) && (3...5).cover?(@rng.rand(3...5)) && (1.5..2.5).cover?(@rng.rand(1.5..2.5)), 'ranges')
    expect(@rng.bytes(5).bytesize == 5, 'bytes')
    check_ends
    expect([1, 2, 3].shuffle(random: @rng).sort == [1, 2, 3] && [1, 2, 3].sample(2, random: @rng).length == 2, 'arrays')
  end

  def check_ends
    draws = [
      -> { @rng.rand(3) - 1 }, -> { @rng.rand(-1..1) }, -> { @rng.rand(-1...2) }, -> { (@rng.rand * 3).to_i - 1 },
      -> { @rng.rand(-1.5..1.5).round.clamp(-1, 1) }, -> { [-1, 0, 1].sample(random: @rng) },
      -> { [-1, 0, 1].shuffle(random: @rng).last }
    ]
    draws.each { |draw| expect(Array.new(1000) { draw.call }.uniq.sort == [-1, 0, 1], 'the ends of ranges') }
  end

  def check_vectors
    a, b = Vector2D.new(1, 2), Vector2D.new(3, 5)
    expect(a.x == 1 && a.y == 2 && a + b == Vector2D.new(4, 7) && b - a == Vector2D.new(2, 3), 'sums')
    expect(a * 3 == Vector2D.new(3, 6) && 3 * a == a * 3 && a != b && a != nil, 'products')
    expect(a + 1 == Vector2D.new(2, 3) && a - 1 == Vector2D.new(0, 1) && 1 + a == a + 1, 'sums with numbers')
    expect(a.coerce(2).reduce(:*) == a * 2, 'coerce')
    expect(a.eql?(Vector2D.new(1, 2)) && a.hash == Vector2D.new(1, 2).hash && [a, b, a.dup].uniq.length == 2, 'hashes')
    expect(Vector2D.from_string(a.to_s) == a && Vector2D.from_string('-3 4') == Vector2D.new(-3, 4), 'texts')
    a.x += 4
    a.y = 6
    expect(a == Vector2D.new(5, 6), 'accessors')
    check_bounds
  end

  def check_bounds
    outside = [[0, 0], [52, 14], [-1, 0], [53, 0], [0, 15]].map { |x, y| Vector2D.new(x, y).out_of_bounds }
    expect(outside == [false, false, true, true, true], 'out_of_bounds')
    expect(!Vector2D.new(48, 0).at_goal && Vector2D.new(49, 0).at_goal, 'at_goal')
  end

  def check_constants
    expect([BOARD_WIDTH, BOARD_HEIGHT, UNSAFE_BOARD_WIDTH, BOARD_EXTENDED_WIDTH] == [50, 15, 49, 53], 'the board')
    expect(OUT_OF_BOUNDS_COLOR == -1 && NUMBER_OF_SAFE_COLORS == 8 && NUMBER_OF_TELEPORTER_COLORS == 4, 'colours')
    expect(NUMBER_OF_TRAP_COLORS == 2 && NUMBER_OF_WALL_COLORS == 2 && NUMBER_OF_COLORS == 16, 'more colours')
    expect(TELEPORTER_DISTANCE == 4 && TRAP_DISTANCE == 1, 'distances')
    expect(GENOME_LENGTH == 100 && GENOME_MAX_VALUE == 2**100 - 1, 'genomes')
    expect(GENOME_CROSSOVER_RATE == 0.05 && GENOME_MUTATION_RATE == 0.01, 'rates')
    expect(VISION_WIDTH == 5 && VISION_DISTANCE == 2 && SPECIMEN_LIFESPAN == 100, 'vision and life')
    expect(INITIAL_SPECIMENS == 15 && NEW_SPECIMENS_PER_TURN == 10 && MINIMUM_STARTING_CELLS == 10, 'specimens')
    expect(RANDOM_SEED.nil? && NUMBER_OF_BOARDS > 0 && NUMBER_OF_TURNS == 10_000, 'the game')
  end
end

# Calls its base class in the other way that is usual.
class Plays < Api
  def take_turn(genome, vision)
    @asked = true
    super(genome, vision)
  end
end
