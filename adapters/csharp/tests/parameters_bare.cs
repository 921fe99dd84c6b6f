// Checks the constants of a game that is not the standard one, and moves (-1,1).
static readonly int[] colors = { -1, 0, 9, 10, 16, 20, 25, 34, 35 };

static readonly bool board = GameConstants.BOARD_WIDTH == 60 && GameConstants.BOARD_HEIGHT == 25
    && GameConstants.UNSAFE_BOARD_WIDTH == 59 && GameConstants.BOARD_EXTENDED_WIDTH == 63
    && GameConstants.TELEPORTER_DISTANCE == 5 && GameConstants.TRAP_DISTANCE == 3
    && GameConstants.VISION_DISTANCE == 1 && GameConstants.VISION_WIDTH == 3;

static readonly bool numbers = GameConstants.NUMBER_OF_SAFE_COLORS == 20 && GameConstants.NUMBER_OF_TELEPORTER_COLORS == 6
    && GameConstants.NUMBER_OF_TRAP_COLORS == 7 && GameConstants.NUMBER_OF_WALL_COLORS == 3 && GameConstants.NUMBER_OF_COLORS == 36;

static readonly bool life = GameConstants.SPECIMEN_LIFESPAN == 90 && GameConstants.INITIAL_SPECIMENS == 17
    && GameConstants.NEW_SPECIMENS_PER_TURN == 9 && GameConstants.MINIMUM_STARTING_CELLS == 12
    && GameConstants.NUMBER_OF_TURNS == 500;

static readonly bool genome = GameConstants.GENOME_LENGTH == 64 && GameConstants.GENOME_CROSSOVER_RATE == 0.07
    && GameConstants.GENOME_MUTATION_RATE == 0.0227;

static void Parameters(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    bool seen = v.xd == 1 && v.yd == 1 && g.length == 64 && g[0] && g.Count(bit => bit) == 1;
    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) seen &= v[x, y] == colors[3 * y + x + 4];
    bool right = board && numbers && life && genome && seen;
    ox = right ? -1 : 0;
    oy = right ? 1 : 0;
}
