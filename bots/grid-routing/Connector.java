// Connector: builds a path from the source of a random column upwards. It cannot build a path
// alone. So it plans the path with the fewest vertices left to activate, which uses active vertices
// of others. After a path is complete, it connects more sources to it.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.Random;

class Connector {
    private static final int UNREACHABLE = 1 << 20;
    /** The approximate number of vertices in a plan: all, except in a huge grid. */
    private static final int MAX_VERTICES = 1_000_000;

    private final int side;
    /** The number of columns in the plan. The bot starts in the middle one. */
    private final int width;
    private final int leftmost;
    /** The price of a vertex: 1 if it is inactive, 0 if it is active. */
    private final int[][] price;
    /** The cost of the cheapest path from a vertex to a sink. */
    private final int[][] cost;

    Connector(int side) {
        this.side = side;
        width = Math.min(side, Math.max(3, MAX_VERTICES / side));
        leftmost = new Random().nextInt(side);
        price = new int[side][width];
        cost = new int[side][width];
        for (int[] row : price) {
            Arrays.fill(row, 1);
        }
    }

    void take(String[] report, int newPrice) {
        for (int i = 2; i < report.length; i++) {
            if (!report[i].equals("N")) {
                int comma = report[i].indexOf(',');
                int column = Math.floorMod(Integer.parseInt(report[i].substring(0, comma)) - leftmost, side);
                int[] row = price[Integer.parseInt(report[i].substring(comma + 1))];
                if (column < width && row[column] == 1) {
                    row[column] = newPrice;
                }
            }
        }
    }

    String choose() {
        for (int y = side - 1; y >= 0; y--) {
            for (int column = 0; column < width; column++) {
                int rest = y == side - 1 ? 0 : cost[y + 1][next(column, y)];
                cost[y][column] = Math.min(UNREACHABLE, price[y][column] + rest);
            }
        }
        int column = source();
        if (column < 0) {
            return "NONE";
        }
        int y = 0;
        while (price[y][column] == 0) {
            column = next(column, y++);
        }
        return "VERTEX " + (leftmost + column) % side + "," + y;
    }

    /** The unconnected source with the cheapest path, and the nearest of equal ones, or -1. */
    private int source() {
        int best = -1;
        int lowest = UNREACHABLE;
        for (int i = 0; i < width; i++) {
            // From the middle outwards: the middle, one to the right, one to the left, two to the
            // right ...
            int column = Math.floorMod(width / 2 + (i % 2 == 0 ? -i / 2 : (i + 1) / 2), width);
            if (cost[0][column] > 0 && cost[0][column] < lowest) {
                lowest = cost[0][column];
                best = column;
            }
        }
        return best;
    }

    /** The column of the next vertex on the cheapest path. Prefers straight ahead. */
    private int next(int column, int y) {
        int[] above = cost[y + 1];
        int best = column;
        if (column > 0 && better(above, column - 1, best, y)) {
            best = column - 1;
        }
        if (column + 1 < width && better(above, column + 1, best, y)) {
            best = column + 1;
        }
        return best;
    }

    private boolean better(int[] above, int column, int best, int y) {
        return above[column] < above[best] || above[column] == above[best] && price[y + 1][column] < price[y + 1][best];
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Connector bot = new Connector(1);
        String line;
        while ((line = input.readLine()) != null) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "BEGIN" -> bot = new Connector(Integer.parseInt(words[3]));
                case "DESTROY" -> System.out.println("NONE");
                case "BROKEN" -> bot.take(words, UNREACHABLE);
                case "ACTIVATE" -> System.out.println(bot.choose());
                case "OWNED" -> bot.take(words, 0);
                case "SCORE" -> System.exit(0);
                default -> { }
            }
        }
    }
}
