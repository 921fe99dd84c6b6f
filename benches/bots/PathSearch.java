/** Searches all that it sees for the cheapest way to the far column, by Dijkstra, and draws nothing. Colours cost what the genome says. */
public class PathSearch extends Player {
    private static final int FAR = 1 << 20;

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int[] price = new int[16], cost = new int[25], first = new int[25];
        boolean[] done = new boolean[25];
        for (int c = 0; c < 16; c++) price[c] = 1 + Integer.parseInt(genome.substring(6 * c, 6 * c + 6), 2);
        for (int i = 0; i < 25; i++) {
            cost[i] = FAR;
            first[i] = 14;
        }
        cost[12] = 0;
        while (true) {
            int near = -1;
            for (int i = 0; i < 25; i++) if (!done[i] && cost[i] < FAR && (near < 0 || cost[i] < cost[near])) near = i;
            if (near < 0) return new Point(1, 0);
            done[near] = true;
            int x = near % 5, y = near / 5;
            if (x == 4) return new Point(first[near] % 5 - 2, first[near] / 5 - 2);
            for (int ny = Math.max(0, y - 1); ny <= Math.min(4, y + 1); ny++) {
                for (int nx = Math.max(0, x - 1); nx <= Math.min(4, x + 1); nx++) {
                    int next = 5 * ny + nx, colour = vision.get(new Point(nx - 2, ny - 2));
                    if (done[next] || colour == -1) continue;
                    int found = cost[near] + price[colour];
                    if (found >= cost[next]) continue;
                    cost[next] = found;
                    first[next] = near == 12 ? next : first[near];
                }
            }
        }
    }
}
