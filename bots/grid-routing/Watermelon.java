// Watermelon: draws a watermelon somewhere in the grid. It activates the rind first, then as many
// stripes as the turns allow. It breaks the seeds between the stripes. The shape of the original's
// watermelon is not known.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;

class Watermelon {
    private final Queue<String> skinAndStripes = new ArrayDeque<>();
    private final Queue<String> seeds = new ArrayDeque<>();
    private final Random random = new Random();
    private final int side;
    private final int radius;
    private final int centreX;
    private final int centreY;

    Watermelon(int turns, int side) {
        this.side = side;
        // The rind has between five and six times as many vertices as the radius.
        radius = Math.min(turns / 8, (side - 1) / 2);
        centreX = random.nextInt(side);
        centreY = radius + random.nextInt(side - 2 * radius);

        drawRind();
        drawStripe(0);
        for (int dx = 4; dx < radius; dx += 4) {
            drawStripe(dx);
            drawStripe(-dx);
        }
        drawSeeds();
    }

    private void drawRind() {
        for (int dy = -radius; dy <= radius; dy++) {
            for (int dx = -radius; dx <= radius; dx++) {
                if (distance(dx, dy) == radius) {
                    skinAndStripes.add(vertex(dx, dy));
                }
            }
        }
    }

    private void drawStripe(int dx) {
        for (int dy = -radius; dy <= radius; dy++) {
            if (distance(dx, dy) < radius) {
                skinAndStripes.add(vertex(dx, dy));
            }
        }
    }

    private void drawSeeds() {
        for (int dx = 2; dx < radius; dx += 4) {
            for (int dy = -radius + dx % 8; dy <= radius; dy += 4) {
                if (distance(dx, dy) < radius - 1) {
                    seeds.add(vertex(dx, dy));
                    seeds.add(vertex(-dx, dy));
                }
            }
        }
    }

    private static long distance(int dx, int dy) {
        return Math.round(Math.hypot(dx, dy));
    }

    private String vertex(int dx, int dy) {
        return Math.floorMod(centreX + dx, side) + "," + (centreY + dy);
    }

    private static void draw(Queue<String> vertices) {
        System.out.println(vertices.isEmpty() ? "NONE" : "VERTEX " + vertices.remove());
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Watermelon melon = new Watermelon(1, 1);
        String line;
        while ((line = input.readLine()) != null) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "BEGIN" -> melon = new Watermelon(Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                case "DESTROY" -> draw(melon.seeds);
                case "ACTIVATE" -> draw(melon.skinAndStripes);
                case "SCORE" -> System.exit(0);
                default -> { }
            }
        }
    }
}
