// Makes one kind of draw for each number in the genome's first six bits, and then moves (1,0).
public class Draws extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        int kind = Integer.parseInt(new StringBuilder(genome.substring(0, 6)).reverse().toString(), 2);
        switch (kind) {
            case 0: random.nextInt(1); break;
            case 1: Utils.pickOne(Arrays.asList("x")); break;
            case 2: Utils.pickOne(new String[] {"x"}); break;
            case 3: Collections.shuffle(Arrays.asList("x"), random); break;
            case 4: random.nextBytes(new byte[0]); break;
            case 5: random.nextInt(2); break;
            case 6: random.nextInt(); break;
            case 7: random.nextLong(); break;
            case 8: random.nextDouble(); break;
            case 9: random.nextFloat(); break;
            case 10: random.nextBoolean(); break;
            case 11: random.nextGaussian(); break;
            case 12: random.nextGaussian(); break;
            case 13: random.nextBytes(new byte[1]); break;
            case 14: Utils.pickOne(Arrays.asList("x", "y")); break;
            case 15: Collections.shuffle(Arrays.asList("x", "y"), random); break;
            case 16: random.setSeed(5); break;
            case 17: Constants.random.nextInt(1 << 30); break;
            case 18: random.nextInt(0); break;
            case 19: Utils.pickOne(new ArrayList<String>()); break;
            case 20: if (random.nextInt() != 0) throw new IllegalStateException("after a draw"); break;
        }
        return new Point(1, 0);
    }
}
