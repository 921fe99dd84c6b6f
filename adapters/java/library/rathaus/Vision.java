package rathaus;

import java.awt.Point;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a player sees: a real HashMap, because submissions depend on its hash code and on the order of its entries.
 *
 * Making one for every move takes longer than most moves. So there is one for all: the colours are put into its entries before
 * a move, and after it everything is looked through that the player can have changed. What was changed is made anew.
 */
final class Vision {
    private final int distance;
    private HashMap<Point, Integer> map;
    private List<Map.Entry<Point, Integer>> entries;
    private int[] xs;
    private int[] ys;

    Vision(int distance) {
        this.distance = distance;
        make();
    }

    private void make() {
        map = new HashMap<>();
        for (int x = -distance; x <= distance; x++) {
            for (int y = -distance; y <= distance; y++) map.put(new Point(x, y), 0);
        }
        entries = new ArrayList<>(map.entrySet());
        xs = entries.stream().mapToInt(entry -> entry.getKey().x).toArray();
        ys = entries.stream().mapToInt(entry -> entry.getKey().y).toArray();
    }

    /** The colours of a view, given row by row, in the order in which `with` takes them. */
    Integer[] ordered(Integer[] rows) {
        Integer[] colours = new Integer[rows.length];
        for (int i = 0; i < rows.length; i++) {
            colours[i] = rows[(ys[i] + distance) * (2 * distance + 1) + xs[i] + distance];
        }
        return colours;
    }

    /** The map with these colours. It is good for one move. */
    Map<Point, Integer> with(Integer[] colours) {
        for (int i = 0; i < colours.length; i++) entries.get(i).setValue(colours[i]);
        return map;
    }

    /** Makes good what the player has changed, but for the colours. */
    void restore() {
        if (!isWhole()) make();
    }

    private boolean isWhole() {
        if (map.size() != xs.length) return false;
        int i = 0;
        for (Map.Entry<Point, Integer> entry : map.entrySet()) {
            Point point = entry.getKey();
            if (entry != entries.get(i) || point.x != xs[i] || point.y != ys[i]) return false;
            i++;
        }
        return true;
    }
}
