// A first bot for the rat race. Play it with `rathaus play rat-race .`, and try it out with `rathaus check rat-race .`
//
// A specimen sees 5 x 5 colours around itself, and nobody has told it what they mean: empty, teleporter, trap or wall. Its genome has
// 100 random bits. Those that get far to the right have children, so whatever the bits say about colours gets better with
// time, as long as the same bits always mean the same thing. What they mean is for you to invent.
//
// There must be nothing that is kept from one call to the next, and no randomness but Constants.random.

public class Bot extends Player {
    /** Returns the step to take: each of x and y is -1, 0 or 1, and the goal is at the right. */
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int best = -1;
        List<Point> ways = new ArrayList<Point>();
        for (int y = -1; y <= 1; y++) {
            Point way = new Point(1, y);
            int colour = vision.get(way); // The colour of a cell ahead; -1 is outside, where it is deadly.
            if (colour == Constants.OUT_OF_BOUNDS_COLOR) continue;
            // Six bits for each colour, as a number: how much this one is liked.
            int quality = Integer.parseInt(genome.substring(6 * colour, 6 * colour + 6), 2);
            if (quality > best) {
                best = quality;
                ways.clear();
            }
            if (quality == best) ways.add(way);
        }
        return ways.get(Constants.random.nextInt(ways.size()));
    }
}
