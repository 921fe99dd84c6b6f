package rathaus;

import java.awt.Point;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A HashMap of the colours of a view, for one move after the other.
 *
 * Most players only look colours up, which is done without the map. It is filled when something else is asked of it, and only then can
 * the player have changed it.
 */
final class Seen extends HashMap<Point, Integer> {
    private static final long serialVersionUID = 1;

    private final transient Vision vision;
    /** The colours of the move, in the order of the vision. Null once they are in the map, or while it is made. */
    private transient Integer[] colours;
    private transient boolean isTouched;

    Seen(Vision vision) {
        this.vision = vision;
    }

    /** Begins a move. */
    void show(Integer[] colours) {
        this.colours = colours;
        isTouched = false;
    }

    /** Whether the player can have changed something. */
    boolean isTouched() {
        return isTouched;
    }

    private void touch() {
        isTouched = true;
        if (colours == null) return;
        Integer[] unfilled = colours;
        colours = null;
        vision.fill(unfilled);
    }

    /** The place of a key among the colours, or -1 if it has none or may be another kind of point. */
    private int place(Object key) {
        return key != null && key.getClass() == Point.class ? vision.place((Point) key) : -1;
    }

    @Override
    public Integer get(Object key) {
        int place = colours == null ? -1 : place(key);
        if (place >= 0) return colours[place];
        touch();
        return super.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        if (colours != null && place(key) >= 0) return true;
        touch();
        return super.containsKey(key);
    }

    @Override
    public Integer getOrDefault(Object key, Integer value) {
        int place = colours == null ? -1 : place(key);
        if (place >= 0) return colours[place];
        touch();
        return super.getOrDefault(key, value);
    }

    @Override
    public Integer put(Point key, Integer value) {
        touch();
        return super.put(key, value);
    }

    @Override
    public void putAll(Map<? extends Point, ? extends Integer> other) {
        touch();
        super.putAll(other);
    }

    @Override
    public Integer putIfAbsent(Point key, Integer value) {
        touch();
        return super.putIfAbsent(key, value);
    }

    @Override
    public Integer remove(Object key) {
        touch();
        return super.remove(key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        touch();
        return super.remove(key, value);
    }

    @Override
    public void clear() {
        touch();
        super.clear();
    }

    @Override
    public boolean replace(Point key, Integer before, Integer after) {
        touch();
        return super.replace(key, before, after);
    }

    @Override
    public Integer replace(Point key, Integer value) {
        touch();
        return super.replace(key, value);
    }

    @Override
    public void replaceAll(BiFunction<? super Point, ? super Integer, ? extends Integer> function) {
        touch();
        super.replaceAll(function);
    }

    @Override
    public Integer compute(Point key, BiFunction<? super Point, ? super Integer, ? extends Integer> function) {
        touch();
        return super.compute(key, function);
    }

    @Override
    public Integer computeIfAbsent(Point key, Function<? super Point, ? extends Integer> function) {
        touch();
        return super.computeIfAbsent(key, function);
    }

    @Override
    public Integer computeIfPresent(Point key, BiFunction<? super Point, ? super Integer, ? extends Integer> function) {
        touch();
        return super.computeIfPresent(key, function);
    }

    @Override
    public Integer merge(Point key, Integer value, BiFunction<? super Integer, ? super Integer, ? extends Integer> function) {
        touch();
        return super.merge(key, value, function);
    }

    @Override
    public boolean containsValue(Object value) {
        touch();
        return super.containsValue(value);
    }

    @Override
    public void forEach(BiConsumer<? super Point, ? super Integer> action) {
        touch();
        super.forEach(action);
    }

    @Override
    public Set<Point> keySet() {
        touch();
        return super.keySet();
    }

    @Override
    public Collection<Integer> values() {
        touch();
        return super.values();
    }

    @Override
    public Set<Map.Entry<Point, Integer>> entrySet() {
        touch();
        return super.entrySet();
    }

    /** A copy is the player's own, and a map like any other. */
    @Override
    public Object clone() {
        return new HashMap<>(this);
    }

    private Object writeReplace() {
        return clone();
    }
}
