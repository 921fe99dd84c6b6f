# Checks the constants of a game that is not the standard one, and moves (-1,1).
RIGHT = [
  [BOARD_WIDTH, BOARD_HEIGHT, UNSAFE_BOARD_WIDTH, BOARD_EXTENDED_WIDTH] == [60, 25, 59, 63],
  [NUMBER_OF_SAFE_COLORS, NUMBER_OF_TELEPORTER_COLORS, NUMBER_OF_TRAP_COLORS, NUMBER_OF_WALL_COLORS] == [20, 6, 7, 3],
  [NUMBER_OF_COLORS, TELEPORTER_DISTANCE, TRAP_DISTANCE, VISION_DISTANCE, VISION_WIDTH] == [36, 5, 3, 1, 3],
  [GENOME_LENGTH, GENOME_MAX_VALUE, GENOME_CROSSOVER_RATE, GENOME_MUTATION_RATE] == [64, 2**64 - 1, 0.07, 0.0227],
  [SPECIMEN_LIFESPAN, INITIAL_SPECIMENS, NEW_SPECIMENS_PER_TURN, MINIMUM_STARTING_CELLS] == [90, 17, 9, 12],
  NUMBER_OF_TURNS == 500
].all?

class Parameters < Player
  def turn
    raise 'wrong' unless @vision == [[-1, 10, 25], [0, 16, 34], [9, 20, 35]] && vision_at(1, 0) == 20 && @genome == 1
    raise 'wrong' unless Vector2D.new(62, 24).at_goal && !Vector2D.new(62, 24).out_of_bounds && !Vector2D.new(58, 0).at_goal

    RIGHT ? Vector2D.new(-1, 1) : Vector2D.new(0, 0)
  end
end
