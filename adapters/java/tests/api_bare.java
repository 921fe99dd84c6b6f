// Uses every name that a Java submission may rely on, and throws where one is not what it should be. It moves (1,0) by a draw.
public class Api extends Player {
    // Words of newer languages were names in older ones.
    private static final Point[] _ = {new Point(1, 0), new Point(1, 0)};
    private final int record = 1, var = 2;

    static void expect(boolean right, String what) {
        if (!right) throw new AssertionError(what);
    }

    @Override
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        expect(Player.currentPlayer == this && record < var, "the player");
        expect(genome.length() == 100 && genome.matches("1010{28}110{66}1"), "the genome");
        checkVision(vision);
        checkOrder(vision);
        checkRandomness(random);
        checkRandomness(Constants.random);
        checkEnds();
        checkUtils();
        checkImports(genome);
        checkConstants();
        return Utils.pickOne(_);
    }

    private void checkVision(Map<Point, Integer> vision) {
        expect(vision instanceof HashMap && vision.size() == 25, "the kind of map");
        expect(vision.get(new Point(1, 0)) == 0 && vision.get(new Point(0, 1)) == -1, "the colours");
        expect(!vision.containsKey(new Point(3, 0)) && vision.get(new Point(0, -3)) == null, "outside of the view");
        Map<Point, Integer> same = new HashMap<Point, Integer>();
        for (Point offset : Utils.createArea(5)) same.put(offset, offset.equals(new Point(1, 0)) ? 0 : -1);
        expect(same.equals(vision) && same.hashCode() == vision.hashCode(), "the hash code");
    }

    private static void checkOrder(Map<Point, Integer> vision) {
        Map<Point, Integer> same = new HashMap<Point, Integer>();
        for (Point offset : Utils.createArea(5)) same.put(offset, 7);
        expect(new ArrayList<Point>(same.keySet()).equals(new ArrayList<Point>(vision.keySet())), "the order of a new map");
    }

    private static void checkRandomness(Random random) {
        for (int i = 0; i < 1000; i++) {
            int a = random.nextInt(7);
            double b = random.nextDouble(), c = random.nextFloat(), d = random.nextGaussian();
            expect(a >= 0 && a < 7 && b >= 0 && b < 1 && c >= 0 && c < 1 && Math.abs(d) < 10, "ranges of draws");
        }
        random.nextInt();
        random.nextLong();
        random.nextBoolean();
        random.nextBytes(new byte[3]);
    }

    private void checkEnds() {
        Integer[] all = {-1, 0, 1};
        Set<List<Integer>> drawn = new HashSet<List<Integer>>();
        for (int i = 0; i < 5000; i++) {
            int a = random.nextInt(3) - 1, b = (int) (random.nextDouble() * 3) - 1, c = (int) (random.nextFloat() * 3) - 1;
            drawn.add(Arrays.asList(a, b, c, Utils.pickOne(all), Utils.pickOne(Arrays.asList(all))));
        }
        expect(drawn.size() == 243, "every draw reaches everything");
    }

    private static void checkImports(String genome) {
        expect(new BigInteger(genome, 2).bitCount() == 5 && IntStream.range(0, 3).sum() == 3, "other packages");
        Function<Integer, Integer> twice = number -> 2 * number;
        expect(twice.apply(2) == 4, "functions");
    }

    private static void checkUtils() {
        expect(new HashSet<Point>(Utils.createArea(3)).size() == 9 && Utils.createArea(9).contains(new Point(-4, 4)), "squares");
        Collection<Point> area = Utils.createArea(5, 3);
        expect(area.size() == 15 && area.contains(new Point(2, -1)) && !area.contains(new Point(0, 2)), "rectangles");
        List<Point> list = Utils.createArea(1);
        expect(Utils.add(new Point(1, 2), new Point(3, 4)).equals(new Point(4, 6)), "add");
        expect(Utils.scale(new Point(1, 2), 3).equals(new Point(3, 6)), "scale");
        expect(Utils.pickOne(list).equals(new Point()) && Utils.pickOne(Collections.singleton("x")).equals("x"), "pickOne");
    }

    private static void checkConstants() {
        expect(Constants.BOARD_WIDTH == 50 && Constants.BOARD_HEIGHT == 15 && Constants.UNSAFE_BOARD_WIDTH == 49
                && Constants.BOARD_EXTENDED_WIDTH == 53, "the board");
        expect(Constants.OUT_OF_BOUNDS_COLOR == -1 && Constants.NUMBER_OF_SAFE_COLORS == 8
                && Constants.NUMBER_OF_TELEPORTER_COLORS == 4 && Constants.NUMBER_OF_TRAP_COLORS == 2
                && Constants.NUMBER_OF_WALL_COLORS == 2 && Constants.NUMBER_OF_COLORS == 16, "colours");
        expect(Constants.TELEPORTER_DISTANCE == 4 && Constants.TRAP_DISTANCE == 1, "distances");
        expect(Constants.GENOME_LENGTH == 100 && Constants.GENOME_MAX_VALUE == Math.pow(2, 100) - 1, "genomes");
        expect(Constants.GENOME_CROSSOVER_RATE == 0.05 && Constants.GENOME_MUTATION_RATE == 0.01, "rates");
        expect(Constants.VISION_WIDTH == 5 && Constants.VISION_DISTANCE == 2, "vision");
        expect(Constants.SPECIMEN_LIFESPAN == 100 && Constants.INITIAL_SPECIMENS == 15
                && Constants.NEW_SPECIMENS_PER_TURN == 10 && Constants.MINIMUM_STARTING_CELLS == 10, "specimens");
        expect(Constants.NUMBER_OF_TURNS == 10000 && Constants.NUMBER_OF_BOARDS > 0 && Constants.RANDOM_SEED == 0, "the game");
    }
}
