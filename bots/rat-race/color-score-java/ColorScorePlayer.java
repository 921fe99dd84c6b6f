// ColorScore, the sample strategy of the contest.
//
// Each of the 16 colours has 6 bits of the genome. Read as a number, with the first bit as the most
// significant one, they are the quality of the colour. Of the three cells ahead, the specimen moves
// to the one whose colour has the best quality, and to the first of those that tie. It never leaves
// the board.
package game.players;

import java.awt.Point;
import java.util.Map;

import game.Constants;

public class ColorScorePlayer extends Player {
    private static final int PIECE = Constants.GENOME_LENGTH / Constants.NUMBER_OF_COLORS;
    private static final Point[] AHEAD = {new Point(1, -1), new Point(1, 0), new Point(1, 1)};

    @Override
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        Point best = null;
        int bestQuality = -1;
        for (Point move : AHEAD) {
            int color = vision.get(move);
            if (color == Constants.OUT_OF_BOUNDS_COLOR) continue;
            int quality = Integer.parseInt(genome.substring(color * PIECE, (color + 1) * PIECE), 2);
            if (quality > bestQuality) {
                bestQuality = quality;
                best = move;
            }
        }
        return best;
    }
}
