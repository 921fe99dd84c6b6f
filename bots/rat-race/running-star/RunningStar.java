// Our version of Running Star: the scores of Run-Bonus with the path search of StarPlayer.
//
// Each colour has 6 bits of the genome. A run of n ones has the value n (n + 1) / 2, and the sum of
// all runs is the score of the colour, at most 21. The cost of a step grows with the fourth power
// of the difference from 21, so two average steps are better than a good one and a bad one. A*
// searches for the cheapest path from the specimen to the right border of the view, over all cells
// in view on the board. The estimate of the remaining cost assumes the cheapest possible steps. The
// specimen makes the first step of this path. There is no randomness: of equal paths it takes the
// first one found, and it tries straight ahead first.
package game.players;

import java.awt.Point;
import java.util.Arrays;
import java.util.Map;

import game.Constants;

public class RunningStar extends Player {
    private static final int PIECE = Constants.GENOME_LENGTH / Constants.NUMBER_OF_COLORS;
    private static final int REACH = Constants.VISION_DISTANCE;
    private static final int SIDE = Constants.VISION_WIDTH;
    private static final int CELLS = SIDE * SIDE;
    private static final int HERE = number(0, 0);
    private static final int CHEAPEST = 1;
    private static final int UNKNOWN = Integer.MAX_VALUE;

    private static final Point[] MOVES = {
        new Point(1, 0), new Point(1, -1), new Point(1, 1), new Point(0, -1),
        new Point(0, 1), new Point(-1, 0), new Point(-1, -1), new Point(-1, 1),
    };
    private static final Point[] OFFSETS = offsets();
    private static final int[][] NEIGHBOURS = neighbours();
    private static final int[] PRICES = prices();

    @Override
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int[] costs = new int[CELLS];
        for (int cell = 0; cell < CELLS; cell++) costs[cell] = price(genome, vision.get(OFFSETS[cell]));
        return MOVES[firstStep(costs)];
    }

    /** The meaning of a colour, for observers. */
    String trace(String genome, int color) {
        return "worth " + -price(genome, color);
    }

    /**
     * A* from the specimen to any cell of the right border. The view is too small to need a queue.
     */
    private static int firstStep(int[] costs) {
        int[] total = new int[CELLS];
        int[] first = new int[CELLS];
        boolean[] closed = new boolean[CELLS];
        Arrays.fill(total, UNKNOWN);
        total[HERE] = 0;
        for (int cell = HERE; cell >= 0; cell = nearest(total, closed)) {
            if (cell >= CELLS - SIDE) return first[cell];
            closed[cell] = true;
            for (int move = 0; move < MOVES.length; move++) {
                int next = NEIGHBOURS[cell][move];
                if (next < 0 || costs[next] == UNKNOWN || total[next] <= total[cell] + costs[next]) continue;
                total[next] = total[cell] + costs[next];
                first[next] = cell == HERE ? move : first[cell];
            }
        }
        return 0;
    }

    /** The open cell with the lowest cost plus estimate, and the rightmost of equal ones, or -1. */
    private static int nearest(int[] total, boolean[] closed) {
        int result = -1, least = UNKNOWN;
        for (int cell = CELLS - 1; cell >= 0; cell--) {
            if (closed[cell] || total[cell] == UNKNOWN) continue;
            int estimate = total[cell] + CHEAPEST * (SIDE - 1 - cell / SIDE);
            if (estimate >= least) continue;
            least = estimate;
            result = cell;
        }
        return result;
    }

    private static int price(String genome, int color) {
        if (color == Constants.OUT_OF_BOUNDS_COLOR) return UNKNOWN;
        int piece = 0;
        for (int i = color * PIECE; i < (color + 1) * PIECE; i++) piece = 2 * piece + genome.charAt(i) - '0';
        return PRICES[piece];
    }

    private static int[] prices() {
        int[] prices = new int[1 << PIECE];
        for (int piece = 0; piece < prices.length; piece++) {
            int lack = runBonus(prices.length - 1) - runBonus(piece);
            prices[piece] = CHEAPEST + lack * lack * lack * lack;
        }
        return prices;
    }

    private static int runBonus(int piece) {
        int sum = 0, run = 0;
        for (; piece > 0; piece /= 2) {
            run = piece % 2 == 1 ? run + 1 : 0;
            sum += run;
        }
        return sum;
    }

    /** The cells are numbered column by column, so the right border has the highest numbers. */
    private static int number(int x, int y) {
        return Math.abs(x) > REACH || Math.abs(y) > REACH ? -1 : (x + REACH) * SIDE + y + REACH;
    }

    private static Point[] offsets() {
        Point[] offsets = new Point[CELLS];
        for (int cell = 0; cell < CELLS; cell++) offsets[cell] = new Point(cell / SIDE - REACH, cell % SIDE - REACH);
        return offsets;
    }

    private static int[][] neighbours() {
        int[][] neighbours = new int[CELLS][MOVES.length];
        for (int cell = 0; cell < CELLS; cell++) {
            for (int move = 0; move < MOVES.length; move++) {
                neighbours[cell][move] = number(OFFSETS[cell].x + MOVES[move].x, OFFSETS[cell].y + MOVES[move].y);
            }
        }
        return neighbours;
    }
}
