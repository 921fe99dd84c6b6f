// Checks the constants of a game that is not the standard one, and moves (-1,1).
public class Parameters extends Player {
    private static final boolean RIGHT = Constants.BOARD_WIDTH == 60 && Constants.BOARD_HEIGHT == 25
            && Constants.GENOME_LENGTH == 64 && Constants.GENOME_MUTATION_RATE == 0.0227 && Constants.VISION_WIDTH == 3;

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        boolean seen = vision.size() == 9 && genome.length() == 64 && genome.charAt(0) == '1';
        for (Point offset : Utils.createArea(3)) seen &= vision.get(offset) == 3 * offset.y + offset.x + 4;
        return RIGHT && seen ? new Point(-1, 1) : new Point(0, 0);
    }
}
