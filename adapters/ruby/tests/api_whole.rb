# The same as a whole player file.
require_relative 'vector2d'
require_relative 'constants.rb'

class Player
  def initialize(rng)
    @rng = rng
  end

  def take_turn(genome, vision)
    @genome = genome
    @vision = vision
    turn
  end

  def vision_at(x, y)
    @vision[x + 2][y + 2]
  end

  def bit_at(i)
    @genome[i]
  end

  def bit_range(start, stop)
    (@genome >> start) % (1 << (stop - start))
  end

  def bit_chunk(start, length)
    bit_range(start, start + length)
  end

  def turn
    raise NotImplementedError
  end
end

# include: api_bare.rb

PLAYER = Plays
