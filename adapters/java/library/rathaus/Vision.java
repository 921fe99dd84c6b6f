package rathaus;

import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The vision of a player: a HashMap, because submissions depend on its hash code and on the order
 * of its entries.
 *
 * Making a map for every move takes longer than most moves. So all moves share one. If the player
 * did more than look colours up, the map is checked after the move, and replaced if it was changed.
 */
final class Vision {
    private final int distance;
    private final int side;
    private VisionMap map;
    private List<Map.Entry<Point, Integer>> entries;
    private int[] xs;
    private int[] ys;
    /** The index of each cell in the order of the entries. The cells are row by row. */
    private int[] indices;

    Vision(int distance) {
        this.distance = distance;
        side = 2 * distance + 1;
        make();
    }

    private void make() {
        map = new VisionMap(this);
        for (int x = -distance; x <= distance; x++) {
            for (int y = -distance; y <= distance; y++) map.put(new Point(x, y), 0);
        }
        entries = new ArrayList<>(map.entrySet());
        xs = entries.stream().mapToInt(entry -> entry.getKey().x).toArray();
        ys = entries.stream().mapToInt(entry -> entry.getKey().y).toArray();
        indices = new int[side * side];
        for (int i = 0; i < indices.length; i++) indices[row(ys[i]) * side + column(xs[i])] = i;
    }

    private int column(int x) {
        return x + distance;
    }

    private int row(int y) {
        return y + distance;
    }

    /** Changes the order of colours from row by row to that of the entries, as `with` expects. */
    Integer[] ordered(Integer[] rows) {
        Integer[] colours = new Integer[rows.length];
        for (int i = 0; i < rows.length; i++) colours[indices[i]] = rows[i];
        return colours;
    }

    /** The map with these colours. It is valid for one move. */
    Map<Point, Integer> with(Integer[] colours) {
        map.show(colours);
        return map;
    }

    /** The index of a cell in the order of the entries, or -1 outside of the view. */
    int index(Point cell) {
        int x = column(cell.x), y = row(cell.y);
        return x >= 0 && x < side && y >= 0 && y < side ? indices[y * side + x] : -1;
    }

    /** Puts the colours into the entries of the map. */
    void fill(Integer[] colours) {
        for (int i = 0; i < colours.length; i++) entries.get(i).setValue(colours[i]);
    }

    /** Replaces the map if the player has changed more than its colours. */
    void restore() {
        if (map.isTouched() && !isIntact()) make();
    }

    private boolean isIntact() {
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
