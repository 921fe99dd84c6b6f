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
 * The HashMap that players get as their vision. The same object serves all moves.
 *
 * Most players only look colours up, which does not need the entries of the map. Any other method
 * fills them first, and only then can the player change something.
 */
final class VisionMap extends HashMap<Point, Integer> {
    private static final long serialVersionUID = 1;

    private final transient Vision vision;
    /** The colours of the move, in the order of the vision. Null once they are in the map. */
    private transient Integer[] colours;
    private transient boolean isTouched;

    VisionMap(Vision vision) {
        this.vision = vision;
    }

    /** Begins a move. */
    void show(Integer[] colours) {
        this.colours = colours;
        isTouched = false;
    }

    /** Whether the player may have changed the map. */
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

    /** The index of a key among the colours, or -1 for other keys and for subclasses of Point. */
    private int index(Object key) {
        return key != null && key.getClass() == Point.class ? vision.index((Point) key) : -1;
    }

    @Override
    public Integer get(Object key) {
        int index = colours == null ? -1 : index(key);
        if (index >= 0) return colours[index];
        touch();
        return super.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        if (colours != null && index(key) >= 0) return true;
        touch();
        return super.containsKey(key);
    }

    @Override
    public Integer getOrDefault(Object key, Integer value) {
        int index = colours == null ? -1 : index(key);
        if (index >= 0) return colours[index];
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

    /** A copy is an ordinary map. */
    @Override
    public Object clone() {
        return new HashMap<>(this);
    }

    private Object writeReplace() {
        return clone();
    }
}
