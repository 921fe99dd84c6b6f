// Never comes to an end.
public class Mine extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        while (genome != null) { }
        return null;
    }
}
