// A first bot for the grid-routing battle. It builds a path towards the vertices of others.
//
//     rathaus play grid-routing . . . --rounds 10 --ascii
//     rathaus check grid-routing .
//
// No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
// nearest active vertex ahead, follows the active vertices from there, and continues at their end.
// When the path is complete, it connects one more source to it in each turn. It breaks nothing.
//
// Each round starts this program again. It runs until the line SCORE. Send each reply within the
// time limit, and flush it. The file data.txt is kept from round to round.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

public class Bot {
    /** How many starts to try in a turn. Dead ends and connected sources take one each. */
    private static final int ATTEMPTS = 20;

    private static final Random random = new Random();
    private static final char INACTIVE = '.', ACTIVE = '#', BROKEN = ' ';

    private final int side;
    private final char[][] state;
    private final List<int[]> active = new ArrayList<>();

    /** The column of the first vertex of the path. */
    private int column;

    /** 1 if the path goes up from row 0, and -1 if it goes down from the last row. */
    private int step;

    Bot(int side) {
        this.side = side;
        state = new char[side][side];
        for (char[] column : state) Arrays.fill(column, INACTIVE);
        column = random.nextInt(side);
        step = random.nextInt(2) == 0 ? 1 : -1;
    }

    /** Returns the vertex to break, or null. */
    private int[] destroy() {
        return null;
    }

    /** Returns the vertex to activate, or null. */
    private int[] activate() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int[] vertex = follow();
            if (vertex != null) return vertex;
        }
        return null;
    }

    /** Follows the path to its first free vertex. Without one, chooses another start. */
    private int[] follow() {
        int x = column, y = step > 0 ? 0 : side - 1;
        while (x >= 0 && state[x][y] == ACTIVE) {
            y += step;
            if (y < 0 || y >= side) {
                int source = step > 0 ? column : x;
                column = (source + 1) % side;
                step = 1;
                return null;
            }
            x = nextColumn(x, y);
        }
        if (x >= 0 && state[x][y] == INACTIVE) return new int[] {x, y};
        column = random.nextInt(side);
        return null;
    }

    /** Returns the column in row y that is nearest to the target, or -1 at a dead end. */
    private int nextColumn(int x, int y) {
        int[] ways = {x, (x + side - 1) % side, (x + 1) % side};
        for (int way : ways) {
            if (state[way][y] == ACTIVE) return way;
        }
        int target = target(x, y), best = -1;
        for (int way : ways) {
            if (state[way][y] != INACTIVE) continue;
            if (best < 0 || distance(way, target) < distance(best, target)) best = way;
        }
        return best;
    }

    /** Returns the column of the nearest active vertex ahead that a path could reach. */
    private int target(int x, int y) {
        int best = side, found = x;
        for (int[] other : active) {
            int rows = (other[1] - y) * step + 1;
            if (rows > 0 && rows < best && distance(x, other[0]) <= rows) {
                best = rows;
                found = other[0];
            }
        }
        return found;
    }

    private int distance(int one, int other) {
        int apart = Math.abs(one - other);
        return Math.min(apart, side - apart);
    }

    /** Reads `BROKEN` or `OWNED`, the turn, the own choice, and those of the others. */
    private void note(String[] words, char kind) {
        for (int i = 2; i < words.length; i++) {
            if (words[i].equals("N")) continue;
            String[] parts = words[i].split(",");
            int x = Integer.parseInt(parts[0]), y = Integer.parseInt(parts[1]);
            if (state[x][y] != INACTIVE) continue;
            state[x][y] = kind;
            if (kind == ACTIVE) active.add(new int[] {x, y});
        }
    }

    private static void send(int[] vertex) {
        System.out.println(vertex == null ? "NONE" : "VERTEX " + vertex[0] + "," + vertex[1]);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Bot bot = new Bot(1);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.trim().split(" ");
            switch (words[0]) {
                case "BEGIN": // The number of bots, of turns, and of vertices on a side.
                    bot = new Bot(Integer.parseInt(words[3]));
                    break;
                case "DESTROY":
                    send(bot.destroy());
                    break;
                case "BROKEN":
                    bot.note(words, BROKEN);
                    break;
                case "ACTIVATE":
                    send(bot.activate());
                    break;
                case "OWNED":
                    bot.note(words, ACTIVE);
                    break;
                case "SCORE":
                    return;
            }
        }
    }
}
