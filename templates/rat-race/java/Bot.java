// A first bot for the rat race.
//
//     rathaus play rat-race .
//     rathaus check rat-race .
//
// A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
// teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
// have children, which inherit these bits. So you choose what the bits say about colours. If the
// same bits always mean the same thing, the population improves with time.
//
// Keep no data from one call to the next, and use no randomness except Constants.random.

public class Bot extends Player {
    /** Returns the step: x and y are -1, 0 or 1. The goal is on the right. */
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int best = -1;
        List<Point> ways = new ArrayList<Point>();
        for (int y = -1; y <= 1; y++) {
            Point way = new Point(1, y);
            int colour = vision.get(way); // A cell ahead. -1 is out of bounds: deadly.
            if (colour == Constants.OUT_OF_BOUNDS_COLOR) continue;
            // Six bits for each colour: how good it is.
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
