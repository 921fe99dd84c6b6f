# The parameters of the game, under the names of the original controller.
game = Rathaus::Parameters

# In these names, the board ends with the first column of the goal. Only cells before the goal can
# be unsafe. The extended board adds the columns that can be seen behind the first goal column.
BOARD_WIDTH = game['goal_x'] + 1
BOARD_HEIGHT = game['height']
UNSAFE_BOARD_WIDTH = game['goal_x']
BOARD_EXTENDED_WIDTH = game['width']

OUT_OF_BOUNDS_COLOR = -1
NUMBER_OF_SAFE_COLORS = game['empty_colours']
NUMBER_OF_TELEPORTER_COLORS = game['teleporter_colours']
NUMBER_OF_TRAP_COLORS = game['trap_colours']
NUMBER_OF_WALL_COLORS = game['wall_colours']
NUMBER_OF_COLORS =
  NUMBER_OF_SAFE_COLORS + NUMBER_OF_TELEPORTER_COLORS + NUMBER_OF_TRAP_COLORS + NUMBER_OF_WALL_COLORS
TELEPORTER_DISTANCE = game['teleporter_reach']
TRAP_DISTANCE = game['trap_reach']

GENOME_LENGTH = game['genome_bits']
GENOME_MAX_VALUE = 2**GENOME_LENGTH - 1
GENOME_CROSSOVER_RATE = game['crossover']
GENOME_MUTATION_RATE = game['mutation']

VISION_DISTANCE = game['view_distance']
VISION_WIDTH = 2 * VISION_DISTANCE + 1

SPECIMEN_LIFESPAN = game['lifespan']
INITIAL_SPECIMENS = game['initial_population']
NEW_SPECIMENS_PER_TURN = game['children']
MINIMUM_STARTING_CELLS = game['min_starts']
NUMBER_OF_TURNS = game['turns']
NUMBER_OF_BOARDS = 50

# nil, because the host seeds the generator of the players for every turn.
RANDOM_SEED = nil
