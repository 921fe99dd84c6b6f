// Takes 20 ms for a move with colour 1 ahead, and else never comes to an end.
public class Mine extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        while (vision.get(new Point(1, 0)) != 1) { }
        try {
            Thread.sleep(20);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        return new Point(1, 0);
    }
}
