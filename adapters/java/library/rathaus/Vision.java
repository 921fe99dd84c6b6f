package rathaus;

import java.awt.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a player sees: a HashMap like any other, because submissions depend on its hash code and on the order of its entries.
 *
 * Making one for every move takes longer than most moves. So there is one for all, and after a move for which the player did more with it than look
 * colours up, everything is looked through that can have been changed. What was changed is made anew.
 */
final class Vision {
    private final int distance;
    private final int side;
    private Seen map;
    private List<Map.Entry<Point, Integer>> entries;
    private int[] xs;
    private int[] ys;
    /** The places of the cells, row by row, in the order of the entries. */
    private int[] places;

    Vision(int distance) {
        this.distance = distance;
        side = 2 * distance + 1;
        make();
    }

    private void make() {
        map = new Seen(this);
        for (int x = -distance; x <= distance; x++) {
            for (int y = -distance; y <= distance; y++) map.put(new Point(x, y), 0);
        }
        entries = new ArrayList<>(map.entrySet());
        xs = entries.stream().mapToInt(entry -> entry.getKey().x).toArray();
        ys = entries.stream().mapToInt(entry -> entry.getKey().y).toArray();
        places = new int[side * side];
        for (int i = 0; i < places.length; i++) places[row(ys[i]) * side + column(xs[i])] = i;
    }

    private int column(int x) {
        return x + distance;
    }

    private int row(int y) {
        return y + distance;
    }

    /** The colours of a view, given row by row, in the order in which `with` takes them. */
    Integer[] ordered(Integer[] rows) {
        Integer[] colours = new Integer[rows.length];
        for (int i = 0; i < rows.length; i++) colours[places[i]] = rows[i];
        return colours;
    }

    /** The map with these colours. It is good for one move. */
    Map<Point, Integer> with(Integer[] colours) {
        map.show(colours);
        return map;
    }

    /** Where the colour of this cell is among those that `with` takes, or -1 outside of the view. */
    int place(Point cell) {
        int x = column(cell.x), y = row(cell.y);
        return x >= 0 && x < side && y >= 0 && y < side ? places[y * side + x] : -1;
    }

    /** Puts the colours into the entries of the map. */
    void fill(Integer[] colours) {
        for (int i = 0; i < colours.length; i++) entries.get(i).setValue(colours[i]);
    }

    /** Makes good what the player has changed, but for the colours. */
    void restore() {
        if (map.isTouched() && !isWhole()) make();
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
