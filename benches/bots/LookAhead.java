/** Looks two steps ahead, and draws nothing: of the moves forward, the one whose colour is best, together with the best that follows it. */
public class LookAhead extends Player {
    private static int quality(String genome, Map<Point, Integer> vision, int x, int y) {
        int colour = vision.get(new Point(x, y));
        return colour == -1 ? -1 : Integer.parseInt(genome.substring(6 * colour, 6 * colour + 6), 2);
    }

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int best = -1, move = 0;
        for (int y = -1; y <= 1; y++) {
            int own = quality(genome, vision, 1, y);
            if (own < 0) continue;
            int next = 0;
            for (int z = y - 1; z <= y + 1; z++) next = Math.max(next, quality(genome, vision, 2, z));
            if (2 * own + next > best) {
                best = 2 * own + next;
                move = y;
            }
        }
        return new Point(1, move);
    }
}
