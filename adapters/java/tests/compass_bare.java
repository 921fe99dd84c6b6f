// The compass of the golden dialogues as a bare class. What it does is described beside them.
public class Compass extends Player {
    private static final Point AHEAD = new Point(1, 0);

    @Override
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int ahead = vision.get(AHEAD);
        if (ahead == Constants.OUT_OF_BOUNDS_COLOR) throw new IllegalStateException("there is nothing ahead");
        if (ahead <= 8) return neighbour(ahead);
        if (ahead == 9) random.nextInt(1);
        if (ahead == 10) Collections.shuffle(Arrays.asList(1, 2), random);
        if (ahead == 11) return neighbour(number(genome, 0));
        if (ahead == 12) return neighbour(number(genome, 97));
        if (ahead == 13) return new Point(2, 0);
        if (ahead == 14) ahead = vision.get(new Point(3, 0));
        if (ahead == 15) {
            System.out.println("debug");
            return new Point();
        }
        return AHEAD;
    }

    private static int number(String genome, int start) {
        return Integer.parseInt(new StringBuilder(genome.substring(start, start + 3)).reverse().toString(), 2);
    }

    private static Point neighbour(int number) {
        return new Point(number % 3 - 1, number / 3 - 1);
    }
}
