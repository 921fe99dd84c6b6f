# Our version of ProbabilisticScorePlayer: every move is possible, and the genome sets its
# probability.
#
# The genome has six tables of 16 bits, one bit for each colour: 1 is good, 0 is bad. The first
# table is for the cell of a move. The others are for cells around it: the one ahead, the two
# diagonally ahead, and those above and below. Each good cell multiplies the probability of the move
# by the factor of its table, which is larger for more important cells. The bot draws a move ahead
# or, with a lower probability, up or down. So a specimen rarely stays behind a wall for long, but
# also rarely makes the best move every time. It never leaves the board.
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

  # The meaning of a colour by the first table, for observers.
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
