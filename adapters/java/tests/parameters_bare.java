// Checks the constants of a game that is not the standard one, and moves (-1,1).
public class Parameters extends Player {
    private static final int[] COLORS = {-1, 0, 9, 10, 16, 20, 25, 34, 35};
    private static final boolean BOARD = Constants.BOARD_WIDTH == 60 && Constants.BOARD_HEIGHT == 25
            && Constants.UNSAFE_BOARD_WIDTH == 59 && Constants.BOARD_EXTENDED_WIDTH == 63
            && Constants.TELEPORTER_DISTANCE == 5 && Constants.TRAP_DISTANCE == 3
            && Constants.VISION_DISTANCE == 1 && Constants.VISION_WIDTH == 3;
    private static final boolean NUMBERS = Constants.NUMBER_OF_SAFE_COLORS == 20 && Constants.NUMBER_OF_TELEPORTER_COLORS == 6
            && Constants.NUMBER_OF_TRAP_COLORS == 7 && Constants.NUMBER_OF_WALL_COLORS == 3 && Constants.NUMBER_OF_COLORS == 36;
    private static final boolean LIFE = Constants.SPECIMEN_LIFESPAN == 90 && Constants.INITIAL_SPECIMENS == 17
            && Constants.NEW_SPECIMENS_PER_TURN == 9 && Constants.MINIMUM_STARTING_CELLS == 12
            && Constants.NUMBER_OF_TURNS == 500;
    private static final boolean GENOME = Constants.GENOME_LENGTH == 64 && Constants.GENOME_MAX_VALUE == Math.pow(2, 64) - 1
            && Constants.GENOME_CROSSOVER_RATE == 0.07 && Constants.GENOME_MUTATION_RATE == 0.0227;

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        boolean seen = vision.size() == 9 && genome.length() == 64 && genome.indexOf('1') == 0 && genome.lastIndexOf('1') == 0;
        for (Point offset : Utils.createArea(3)) seen &= vision.get(offset) == COLORS[3 * offset.y + offset.x + 4];
        return BOARD && NUMBERS && LIFE && GENOME && seen ? new Point(-1, 1) : new Point(0, 0);
    }
}
