// Our version of IAmARobotPlayer: a table of commands.
//
// The first 16 bits of the genome say which colours are good. The three cells ahead, from top to
// bottom, are good or not, and these three bits are a number. After the colours, the genome has 3
// bits for each of the 8 numbers: the number of a command. The 8 commands are the three moves
// ahead, each several times. There are no other moves, because a constant move to the side or back
// leads in circles. So the specimen always does the same when it sees the same. Cells outside of
// the board are bad.
public class IAmARobotPlayer extends Player {
    private static final int BITS = 3;
    private static final Point[] SENSORS = {new Point(1, -1), new Point(1, 0), new Point(1, 1)};
    private static final Point UP = SENSORS[0], AHEAD = SENSORS[1], DOWN = SENSORS[2];
    private static final Point[] COMMANDS = {UP, UP, UP, AHEAD, AHEAD, DOWN, DOWN, DOWN};

    @Override
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int situation = 0;
        for (Point sensor : SENSORS) situation = 2 * situation + (isGood(genome, vision.get(sensor)) ? 1 : 0);
        return COMMANDS[number(genome, Constants.NUMBER_OF_COLORS + BITS * situation, BITS)];
    }

    private static boolean isGood(String genome, int color) {
        return color != Constants.OUT_OF_BOUNDS_COLOR && genome.charAt(color) == '1';
    }

    private static int number(String genome, int start, int length) {
        int number = 0;
        for (int i = start; i < start + length; i++) number = 2 * number + genome.charAt(i) - '0';
        return number;
    }
}
