using Rathaus;

namespace ppcggacscontroller.GameLogic
{
    // The parameters of the game, under the names of the original controller.
    public static class GameConstants
    {
        // In these names, the board ends with the first column of the goal. Only cells before the
        // goal can be unsafe. The extended board adds the columns that can be seen behind the first
        // goal column.
        public static readonly int BOARD_WIDTH = Parameters.Whole("goal_x") + 1;
        public static readonly int BOARD_HEIGHT = Parameters.Whole("height");
        public static readonly int UNSAFE_BOARD_WIDTH = Parameters.Whole("goal_x");
        public static readonly int BOARD_EXTENDED_WIDTH = Parameters.Whole("width");

        public const int OUT_OF_BOUNDS_COLOR = -1;
        public static readonly int NUMBER_OF_SAFE_COLORS = Parameters.Whole("empty_colours");
        public static readonly int NUMBER_OF_TELEPORTER_COLORS = Parameters.Whole("teleporter_colours");
        public static readonly int NUMBER_OF_TRAP_COLORS = Parameters.Whole("trap_colours");
        public static readonly int NUMBER_OF_WALL_COLORS = Parameters.Whole("wall_colours");
        public static readonly int NUMBER_OF_COLORS =
            NUMBER_OF_SAFE_COLORS + NUMBER_OF_TELEPORTER_COLORS + NUMBER_OF_TRAP_COLORS + NUMBER_OF_WALL_COLORS;
        public static readonly int TELEPORTER_DISTANCE = Parameters.Whole("teleporter_reach");
        public static readonly int TRAP_DISTANCE = Parameters.Whole("trap_reach");

        public static readonly int GENOME_LENGTH = Parameters.Whole("genome_bits");
        public static readonly double GENOME_CROSSOVER_RATE = Parameters.Real("crossover");
        public static readonly double GENOME_MUTATION_RATE = Parameters.Real("mutation");

        public static readonly int VISION_DISTANCE = Parameters.Whole("view_distance");
        public static readonly int VISION_WIDTH = 2 * VISION_DISTANCE + 1;

        public static readonly int SPECIMEN_LIFESPAN = Parameters.Whole("lifespan");
        public static readonly int INITIAL_SPECIMENS = Parameters.Whole("initial_population");
        public static readonly int NEW_SPECIMENS_PER_TURN = Parameters.Whole("children");
        public static readonly int MINIMUM_STARTING_CELLS = Parameters.Whole("min_starts");
        public static readonly int NUMBER_OF_TURNS = Parameters.Whole("turns");
        public const int NUMBER_OF_BOARDS = 50;
    }
}
