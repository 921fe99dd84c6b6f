# The base class of a bare submission. A whole player file defines its own.
class Player
  def initialize(rng)
    @rng = rng
  end

  def take_turn(genome, vision)
    @genome = genome
    @vision = vision
    turn
  end

  def turn
    raise NotImplementedError, 'a player has to define turn'
  end

  # The colour at this offset from the specimen.
  def vision_at(x, y)
    @vision[x + VISION_DISTANCE][y + VISION_DISTANCE]
  end

  def bit_at(i)
    (@genome >> i) & 1
  end

  # The number in the bits from start to stop - 1. Bit start is the lowest.
  def bit_range(start, stop)
    bit_chunk(start, stop - start)
  end

  # The number in length bits from start on. Bit start is the lowest.
  def bit_chunk(start, length)
    (@genome >> start) & ((1 << length) - 1)
  end
end
