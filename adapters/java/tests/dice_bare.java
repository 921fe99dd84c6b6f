// Moves to a random neighbour, by several kinds of draws, and seeds the generator where it likes.
class Dice extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        if (vision.get(new Point(1, 0)) == 1) return new Point(random.nextInt(3) - 1, Utils.pickOne(Arrays.asList(-1, 0, 1)));
        // A value that was left over from nextGaussian would make the next move another one.
        return new Point(random.nextGaussian() > 0 ? 1 : -1, (int) (random.nextDouble() * 3) - 1);
    }
}
