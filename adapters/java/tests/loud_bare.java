// Raises an error whose message does not fit into an answer.
public class Loud extends Player {
    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        char[] part = new char[3500];
        Arrays.fill(part, 'x');
        throw new RuntimeException(new String(part) + "\n\t\u00e4\u20ac\ud800" + new String(part));
    }
}
