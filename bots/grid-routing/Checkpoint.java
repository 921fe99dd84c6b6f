// Checkpoint: makes every path pass through one of its vertices. In the middle row it breaks every
// other vertex and activates the ones between. If a vertex is taken, it uses the nearest free one
// above or below. Our choice: after a full row, it continues above and below the row.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

class Checkpoint {
    private final Set<String> taken = new HashSet<>();
    private final int side;
    private final int firstColumn;
    private int broken = 0;
    private int activated = 0;

    Checkpoint(int side) {
        this.side = side;
        firstColumn = new Random().nextInt(side);
    }

    void take(String[] report) {
        for (int i = 2; i < report.length; i++) {
            taken.add(report[i]);
        }
    }

    String breakNext() {
        return broken < side / 2 ? nearestFree(2 * broken++) : "NONE";
    }

    String activateNext() {
        return nearestFree(2 * (activated++ % ((side + 1) / 2)) + 1);
    }

    private String nearestFree(int columnsAway) {
        int x = (firstColumn + columnsAway) % side;
        int row = side / 2;
        for (int distance = 0; distance <= row; distance++) {
            for (int y : new int[] {row + distance, row - distance}) {
                String vertex = x + "," + y;
                if (y < side && !taken.contains(vertex)) {
                    return "VERTEX " + vertex;
                }
            }
        }
        return "NONE";
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Checkpoint bot = new Checkpoint(1);
        String line;
        while ((line = input.readLine()) != null) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "BEGIN" -> bot = new Checkpoint(Integer.parseInt(words[3]));
                case "DESTROY" -> System.out.println(bot.breakNext());
                case "ACTIVATE" -> System.out.println(bot.activateNext());
                case "BROKEN", "OWNED" -> bot.take(words);
                case "SCORE" -> System.exit(0);
                default -> { }
            }
        }
    }
}
