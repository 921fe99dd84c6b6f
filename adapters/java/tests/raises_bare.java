// Raises where a wall of the board is in view: IllegalStateException: a wall
// The stack trace names: raises_bare.java:5
public class Mine extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        if (vision.get(new Point(0, -1)) == -1) throw new IllegalStateException("a wall");
        return new Point(1, 0);
    }
}
