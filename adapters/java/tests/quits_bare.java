// Ends its own process, with status 3.
public class Mine extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        System.out.println("last words");
        Runtime.getRuntime().halt(3);
        return null;
    }
}
