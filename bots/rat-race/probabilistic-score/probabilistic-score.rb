# Our take on the strategy of ProbabilisticScorePlayer: every way is possible, and the genome says how probable it is.
#
# The genome has six tables of 16 bits, one bit for each colour: 1 is good, 0 is bad. The first table is for the cell that a move
# goes to, and the others are for its surroundings: the cell ahead of it, the two diagonally ahead, and those above and below. Each
# cell that is good multiplies the chance of the move by the factor of its table, which is the larger the more the cell matters.
# The move is drawn from those ahead and, less probable, those up and down. So a specimen seldom stays behind a wall for long, and
# seldom makes the best move all the way. It never leaves the board.
class ProbabilisticScorePlayer < Player
  AHEAD = 8
  ASIDE = 1
  MOVES = [[1, -1, AHEAD], [1, 0, AHEAD], [1, 1, AHEAD], [0, -1, ASIDE], [0, 1, ASIDE]].map do |x, y, chance|
    [Vector2D.new(x, y), chance]
  end
  TABLES = [[0, 0, 256], [1, 0, 16], [1, -1, 4], [1, 1, 4], [0, -1, 2], [0, 1, 2]].each_with_index.map do |(x, y, factor), table|
    [x, y, factor, NUMBER_OF_COLORS * table]
  end

  def turn
    chances = MOVES.map { |move, chance| chance_of(move.x, move.y, chance) }
    place = @rng.rand(chances.sum)
    MOVES.each_with_index do |(move, _), i|
      return move if place < chances[i]

      place -= chances[i]
    end
  end

  # The first table, for who looks on.
  def trace(genome, color)
    "worth #{genome[color]}"
  end

  def chance_of(x, y, chance)
    return 0 if vision_at(x, y) == OUT_OF_BOUNDS_COLOR

    TABLES.each do |dx, dy, factor, start|
      chance *= factor if good?(x + dx, y + dy, start)
    end
    chance
  end

  def good?(x, y, start)
    return false if y.abs > VISION_DISTANCE

    color = vision_at(x, y)
    color != OUT_OF_BOUNDS_COLOR && @genome[start + color] == 1
  end
end
