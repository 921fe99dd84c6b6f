# ColorScore, the sample strategy of the contest.
#
# Each of the 16 colours has 6 bits of the genome. Read as a number, with the first bit as the least
# significant one, they are the quality of the colour. Of the three cells ahead, the specimen moves
# to the one whose colour has the best quality, and to a random one of those that tie. It never
# leaves the board.
require_relative 'vector2d'

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
    @vision[x + VISION_DISTANCE][y + VISION_DISTANCE]
  end

  def bit_chunk(start, length)
    (@genome >> start) & ((1 << length) - 1)
  end
end

class ColorScorePlayer < Player
  PIECE = GENOME_LENGTH / NUMBER_OF_COLORS
  AHEAD = [-1, 0, 1].map { |y| Vector2D.new(1, y) }

  def turn
    best = -1
    moves = []
    AHEAD.each do |move|
      color = vision_at(move.x, move.y)
      next if color == OUT_OF_BOUNDS_COLOR

      quality = bit_chunk(color * PIECE, PIECE)
      if quality > best
        best = quality
        moves = []
      end
      moves << move if quality == best
    end
    moves.sample(random: @rng)
  end
end

PLAYER = ColorScorePlayer
