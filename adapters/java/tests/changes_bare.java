// Changes what it sees in every way that there is, and answers (1,0) only as long as nothing is left of that at the next move.
public class Changes extends Player {
    private static final Point FORWARD = new Point(1, 0);

    public Point takeTurn(String genome, Map<Point, Integer> vision) {
        boolean untouched = vision.size() == 25 && vision.get(FORWARD) == 0 && vision.get(new Point(0, 1)) == -1;
        for (Point offset : Utils.createArea(5)) untouched &= vision.containsKey(offset);
        for (Point offset : vision.keySet()) untouched &= offset.equals(FORWARD) || vision.get(offset) == -1;
        change(Integer.parseInt(new StringBuilder(genome.substring(0, 4)).reverse().toString(), 2), vision);
        return untouched ? FORWARD : new Point(-1, 0);
    }

    private static void change(int kind, Map<Point, Integer> vision) {
        Point first = vision.keySet().iterator().next();
        switch (kind) {
            case 0: vision.put(new Point(1, 0), 7); break;
            case 1: vision.clear(); break;
            case 2: vision.put(new Point(7, 7), 7); break;
            case 3: vision.remove(FORWARD); break;
            case 4: vision.put(new Point(0, 1), vision.remove(new Point(0, 1)) + 1); break;
            case 5: vision.entrySet().iterator().next().setValue(7); break;
            case 6: first.translate(1, 1); break;
            case 7: vision.remove(first); vision.put(new Point(9, 9), 9); break;
            case 8: vision.values().clear(); break;
            case 9: for (int i = 0; i < 100; i++) vision.put(new Point(i, i), i); break;
            case 10: vision.put(new Point(1, 0), null); break;
            case 11: vision.clear(); throw new IllegalStateException("in the middle of it");
        }
    }
}
