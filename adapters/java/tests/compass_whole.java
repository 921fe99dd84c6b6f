/* The compass of the golden dialogues as a whole player file. What it does is described beside them. */
package game.players;

import java.awt.Point;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;

import game.Constants;
import game.Utils;

public class CompassPlayer extends Player {
    private static final PrintStream OUT = System.out;
    private final Point forward = new Point(1, 0);

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int ahead = vision.get(forward);
        switch (ahead) {
            case Constants.OUT_OF_BOUNDS_COLOR: throw new RuntimeException("there is nothing\nahead");
            case 9: return Utils.pickOne(Arrays.asList(forward));
            case 10: return Utils.pickOne(new Point[] {forward, new Point(1, 0)});
            case 11: return neighbour(genome.charAt(0) - '0' + 2 * (genome.charAt(1) - '0') + 4 * (genome.charAt(2) - '0'));
            case 12: return neighbour(genome.charAt(97) - '0' + 2 * (genome.charAt(98) - '0') + 4 * (genome.charAt(99) - '0'));
            case 13: return Utils.scale(forward, 2);
            case 14: return vision.get(Utils.add(forward, new Point(2, 0))) == 0 ? forward : forward;
            case 15: return debug();
            default: return neighbour(ahead);
        }
    }

    private Point debug() {
        OUT.print("debug\n");
        System.out.println("debug");
        try {
            if (System.in.read() != -1) throw new IllegalStateException("there is something to read");
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
        return new Point(0, 0);
    }

    private Point neighbour(int number) {
        return Utils.createArea(3).contains(forward) ? new Point(number % 3 - 1, number / 3 - 1) : null;
    }
}
