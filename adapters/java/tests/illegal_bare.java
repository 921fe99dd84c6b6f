// Answers with a move that is too long.
public class Mine extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        switch (vision.get(new Point(1, 0))) {
            case 16: return new Point(-2, 0);
            case 17: return new Point(0, 2);
            case 18: return new Point(0, -2);
            default: return new Point(2, 0);
        }
    }
}
