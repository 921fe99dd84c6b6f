# Checks the constants of a game that is not the standard one, and moves (-1,1).
MOVE = [BOARD_WIDTH, BOARD_HEIGHT, GENOME_LENGTH, GENOME_MUTATION_RATE] == [60, 25, 64, 0.0227] ? [-1, 1] : [0, 0]

class Parameters < Player
  def turn
    raise 'wrong' unless @vision == [[0, 3, 6], [1, 4, 7], [2, 5, 8]] && vision_at(1, 0) == 5 && VISION_WIDTH == 3

    Vector2D.new(*MOVE)
  end
end
