// Peacemaker: finds the zone with the most conflict, which is the most broken or active vertices,
// and activates a random inactive vertex there. It skips zones without inactive vertices. It breaks
// nothing. The size of the zones in the original bot is not known.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

class Peacemaker {
    private static final int ZONE = 7;

    private final Random random = new Random();
    private final int side;
    private final boolean[][] taken;
    /** The number of taken vertices of each zone. Zones at the right and the top can be smaller. */
    private final int[][] conflict;

    Peacemaker(int side) {
        this.side = side;
        taken = new boolean[side][side];
        int zones = (side + ZONE - 1) / ZONE;
        conflict = new int[zones][zones];
    }

    void take(String[] report) {
        for (int i = 2; i < report.length; i++) {
            if (!report[i].equals("N")) {
                int comma = report[i].indexOf(',');
                int x = Integer.parseInt(report[i].substring(0, comma));
                int y = Integer.parseInt(report[i].substring(comma + 1));
                if (!taken[y][x]) {
                    taken[y][x] = true;
                    conflict[y / ZONE][x / ZONE]++;
                }
            }
        }
    }

    String choose() {
        int zoneX = -1;
        int zoneY = -1;
        int most = -1;
        for (int y = 0; y < conflict.length; y++) {
            for (int x = 0; x < conflict.length; x++) {
                if (conflict[y][x] > most && conflict[y][x] < extent(x) * extent(y)) {
                    most = conflict[y][x];
                    zoneX = x;
                    zoneY = y;
                }
            }
        }
        return most < 0 ? "NONE" : "VERTEX " + inactiveVertex(zoneX, zoneY);
    }

    private int extent(int zone) {
        return Math.min(ZONE, side - zone * ZONE);
    }

    private String inactiveVertex(int zoneX, int zoneY) {
        while (true) {
            int x = zoneX * ZONE + random.nextInt(extent(zoneX));
            int y = zoneY * ZONE + random.nextInt(extent(zoneY));
            if (!taken[y][x]) {
                return x + "," + y;
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Peacemaker bot = new Peacemaker(1);
        String line;
        while ((line = input.readLine()) != null) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "BEGIN" -> bot = new Peacemaker(Integer.parseInt(words[3]));
                case "DESTROY" -> System.out.println("NONE");
                case "ACTIVATE" -> System.out.println(bot.choose());
                case "BROKEN", "OWNED" -> bot.take(words);
                case "SCORE" -> System.exit(0);
                default -> { }
            }
        }
    }
}
