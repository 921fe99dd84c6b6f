// Moves to a random neighbour, by several kinds of draws, and seeds the generator where it likes.
class Dice extends Player {
    private static final int WHEN_LOADED = Constants.random.nextInt(3);

    private final int[] whenMade = new int[20];

    Dice() {
        for (int i = 0; i < whenMade.length; i++) whenMade[i] = random.nextInt(3);
    }

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        if (vision.get(new Point(1, 0)) == 1) return new Point(random.nextInt(3) - 1, Utils.pickOne(Arrays.asList(-1, 0, 1)));
        int row = (int) (random.nextDouble() * 3) + WHEN_LOADED + whenMade[random.nextInt(whenMade.length)];
        // A value that was left over from nextGaussian would make the next move another one.
        return new Point(random.nextGaussian() > 0 ? 1 : -1, row % 3 - 1);
    }
}
