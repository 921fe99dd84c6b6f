// Counts the calls of each player and moves by that. The third player cannot be made.
public class Instances extends Player {
    private static int made = 0;

    private int calls = 0;

    public Instances() {
        random.nextInt();
        if (++made == 3) throw new IllegalStateException("the third one");
    }

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        return new Point(++calls - 2, 0);
    }
}
