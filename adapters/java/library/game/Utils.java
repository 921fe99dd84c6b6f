package game;

import java.awt.Point;
import java.util.ArrayList;
import java.util.Collection;

/** Helpers of the original controller. */
public class Utils {
    /** All points of a square around (0,0). */
    public static ArrayList<Point> createArea(int side) {
        return createArea(side, side);
    }

    /** All points of a rectangle around (0,0), column by column. */
    public static ArrayList<Point> createArea(int width, int height) {
        ArrayList<Point> area = new ArrayList<Point>();
        for (int x = -(width / 2); x < width - width / 2; x++) {
            for (int y = -(height / 2); y < height - height / 2; y++) area.add(new Point(x, y));
        }
        return area;
    }

    public static Point add(Point a, Point b) {
        return new Point(a.x + b.x, a.y + b.y);
    }

    public static Point scale(Point point, int factor) {
        return new Point(point.x * factor, point.y * factor);
    }

    public static <T> T pickOne(Collection<? extends T> choices) {
        return new ArrayList<T>(choices).get(Constants.random.nextInt(choices.size()));
    }

    public static <T> T pickOne(T[] choices) {
        return choices[Constants.random.nextInt(choices.length)];
    }
}
