// Refused by the build: syntax.java:4: error
public class Broken extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        return new Point(1, ;
    }
}
