// Says what its genomes mean, and moves (1,0).
public class Tracer extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        return new Point(1, 0);
    }

    String trace(String genome, int color) {
        if (genome.charAt(99) == '1') throw new IllegalStateException("this genome means nothing");
        int number = genome.charAt(0) - '0' + 2 * (genome.charAt(1) - '0') + 4 * (genome.charAt(2) - '0');
        switch (color) {
            case 0: return "empty";
            case 1: return "wall";
            case 2: return "trap " + (number % 3 - 1) + " " + (number / 3 - 1);
            case 3: return "teleporter 4 -3";
            case 4: return "worth " + (number - 4);
            case 6: return random.nextInt(5) >= 0 ? "empty" : null;
            case 7:
                System.out.println("debug");
                return "empty";
            case 8: return "a;b\nc";
            default: return null;
        }
    }
}
