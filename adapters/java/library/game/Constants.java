package game;

import java.util.Random;

import rathaus.Parameters;
import rathaus.TurnRandom;

/** The parameters of the game, under the names of the original controller. */
public class Constants {
    /** The generator of all players. The host seeds it for every turn. */
    public static final Random random = TurnRandom.ONLY;
    public static final int RANDOM_SEED = 0;

    // In these names, the board ends with the first column of the goal. Only cells before the goal
    // can be unsafe. The extended board adds the columns that can be seen behind the first goal
    // column.
    public static final int BOARD_WIDTH = Parameters.whole("goal_x") + 1;
    public static final int BOARD_HEIGHT = Parameters.whole("height");
    public static final int UNSAFE_BOARD_WIDTH = Parameters.whole("goal_x");
    public static final int BOARD_EXTENDED_WIDTH = Parameters.whole("width");

    public static final int OUT_OF_BOUNDS_COLOR = -1;
    public static final int NUMBER_OF_SAFE_COLORS = Parameters.whole("empty_colours");
    public static final int NUMBER_OF_TELEPORTER_COLORS = Parameters.whole("teleporter_colours");
    public static final int NUMBER_OF_TRAP_COLORS = Parameters.whole("trap_colours");
    public static final int NUMBER_OF_WALL_COLORS = Parameters.whole("wall_colours");
    public static final int NUMBER_OF_COLORS =
            NUMBER_OF_SAFE_COLORS + NUMBER_OF_TELEPORTER_COLORS + NUMBER_OF_TRAP_COLORS + NUMBER_OF_WALL_COLORS;
    public static final int TELEPORTER_DISTANCE = Parameters.whole("teleporter_reach");
    public static final int TRAP_DISTANCE = Parameters.whole("trap_reach");

    public static final int GENOME_LENGTH = Parameters.whole("genome_bits");
    public static final double GENOME_MAX_VALUE = Math.pow(2, GENOME_LENGTH) - 1;
    public static final double GENOME_CROSSOVER_RATE = Parameters.real("crossover");
    public static final double GENOME_MUTATION_RATE = Parameters.real("mutation");

    public static final int VISION_DISTANCE = Parameters.whole("view_distance");
    public static final int VISION_WIDTH = 2 * VISION_DISTANCE + 1;

    public static final int SPECIMEN_LIFESPAN = Parameters.whole("lifespan");
    public static final int INITIAL_SPECIMENS = Parameters.whole("initial_population");
    public static final int NEW_SPECIMENS_PER_TURN = Parameters.whole("children");
    public static final int MINIMUM_STARTING_CELLS = Parameters.whole("min_starts");
    public static final int NUMBER_OF_TURNS = Parameters.whole("turns");
    public static final int NUMBER_OF_BOARDS = 50;
}
