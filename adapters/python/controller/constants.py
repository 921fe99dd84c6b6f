"""The parameters of the game, under the names of the original controller."""
from rathaus.parameters import current as _game

# In these names, the board ends with the first column of the goal. Only cells before the goal can
# be unsafe. The extended board adds the columns that can be seen behind the first goal column.
BOARD_WIDTH = _game["goal_x"] + 1
BOARD_HEIGHT = _game["height"]
UNSAFE_BOARD_WIDTH = _game["goal_x"]
BOARD_EXTENDED_WIDTH = _game["width"]

OUT_OF_BOUNDS_COLOR = -1
NUMBER_OF_SAFE_COLORS = _game["empty_colours"]
NUMBER_OF_TELEPORTER_COLORS = _game["teleporter_colours"]
NUMBER_OF_TRAP_COLORS = _game["trap_colours"]
NUMBER_OF_WALL_COLORS = _game["wall_colours"]
NUMBER_OF_COLORS = (
    NUMBER_OF_SAFE_COLORS + NUMBER_OF_TELEPORTER_COLORS + NUMBER_OF_TRAP_COLORS + NUMBER_OF_WALL_COLORS
)
TELEPORTER_DISTANCE = _game["teleporter_reach"]
TRAP_DISTANCE = _game["trap_reach"]

GENOME_LENGTH = _game["genome_bits"]
GENOME_MAX_VALUE = 2 ** GENOME_LENGTH - 1
GENOME_CROSSOVER_RATE = _game["crossover"]
GENOME_MUTATION_RATE = _game["mutation"]

VISION_DISTANCE = _game["view_distance"]
VISION_WIDTH = 2 * VISION_DISTANCE + 1

SPECIMEN_LIFESPAN = _game["lifespan"]
INITIAL_SPECIMENS = _game["initial_population"]
NEW_SPECIMENS_PER_TURN = _game["children"]
MINIMUM_STARTING_CELLS = _game["min_starts"]
NUMBER_OF_TURNS = _game["turns"]
NUMBER_OF_BOARDS = 50

# None, because the host seeds the module `random` for every turn.
RANDOM_SEED = None
