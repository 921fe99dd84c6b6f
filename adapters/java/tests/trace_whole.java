/* Says what its genomes mean, and moves (1,0). */
package game.players;

import java.awt.Point;
import java.util.Map;

public class TracingPlayer extends Walker {
    public String toString() {
        return "tracer";
    }
}

abstract class Walker extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        return new Point(1, 0);
    }

    private String trace(String genome, int color) {
        if (genome.charAt(99) == '1') throw new IllegalStateException("this genome means nothing");
        int number = Integer.parseInt(new StringBuilder(genome.substring(0, 3)).reverse().toString(), 2);
        switch (color) {
            case 0: return "empty";
            case 1: return "wall";
            case 2: return "trap " + (number % 3 - 1) + " " + (number / 3 - 1);
            case 3: return "teleporter 4 -3";
            case 4: return "worth " + (number - 4);
            case 6: return random.nextInt(5) >= 0 ? "empty" : null;
            case 7:
                System.out.println("debug");
                return "empty";
            case 8: return "a;b\nc";
            default: return null;
        }
    }
}
