// A first solver for Lights Out. It is exact: it finds a solution of every board that has one.
//
//     rathaus play lights-out . --size 7x7
//     rathaus check lights-out .
//
// Each board starts this program. A click flips a light and its neighbours. Only clicks below a
// light can still turn it off, so the clicks of the first row decide all others. They are right if
// the last row becomes dark. What a click of the first row changes there is always the same, so
// elimination finds the right ones. Clicks of the first row that change nothing there give further
// solutions, and the solver takes the one with the fewest clicks.
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class Bot {
    /** The maximum number of solutions to compare. */
    private static final int MOST_SOLUTIONS = 1024;

    /** The number of columns. */
    private static int columns;

    /** The lights. Each row is a number with a bit for each cell. */
    private static int[] board;

    /** For the highest light of a change in the last row: the change, and the clicks for it. */
    private static int[] knownChange, knownClicks;

    /** The change and its clicks that reduce works on, and the lights that chase left on. */
    private static int change, clicks, left;

    /** Returns the clicks of all rows. */
    private static int[] chase(int first) {
        int mask = (1 << columns) - 1, above = 0, row = first;
        int[] all = new int[board.length];
        for (int y = 0; y < board.length; y++) {
            all[y] = row;
            int next = board[y] ^ above ^ row ^ (row << 1 & mask) ^ (row >> 1);
            above = row;
            row = next;
        }
        left = row;
        return all;
    }

    /** Adds known changes until none has the same highest light. Returns that light, or -1. */
    private static int reduce() {
        for (int top = columns - 1; top >= 0; top--) {
            if ((change >> top & 1) == 0) continue;
            if (knownChange[top] == 0) return top;
            change ^= knownChange[top];
            clicks ^= knownClicks[top];
        }
        return -1;
    }

    /** Returns the solution with the fewest clicks, or null. */
    private static int[] solve() {
        List<Integer> idle = new ArrayList<>(); // Clicks that change nothing in the last row.
        knownChange = new int[columns];
        knownClicks = new int[columns];
        chase(0);
        int start = left;
        for (int column = 0; column < columns; column++) {
            chase(1 << column);
            change = left ^ start;
            clicks = 1 << column;
            int top = reduce();
            if (top < 0) {
                idle.add(clicks);
                continue;
            }
            knownChange[top] = change;
            knownClicks[top] = clicks;
        }
        change = start;
        clicks = 0;
        return reduce() < 0 ? best(clicks, idle) : null;
    }

    private static int[] best(int first, List<Integer> idle) {
        int[] best = null;
        for (int chosen = 0; chosen < Math.min(1 << idle.size(), MOST_SOLUTIONS); chosen++) {
            int row = first;
            for (int i = 0; i < idle.size(); i++) {
                if ((chosen >> i & 1) == 1) row ^= idle.get(i);
            }
            int[] solution = chase(row);
            if (best == null || count(solution) < count(best)) best = solution;
        }
        return best;
    }

    private static int count(int[] rows) {
        int count = 0;
        for (int row : rows) {
            for (; row > 0; row &= row - 1) count++;
        }
        return count;
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        input.next();
        columns = input.nextInt();
        board = new int[input.nextInt()];
        for (int y = 0; y < board.length; y++) {
            String line = input.next();
            for (int x = 0; x < columns; x++) board[y] |= (line.charAt(x) - '0') << x;
        }
        int[] best = solve();
        StringBuilder reply = new StringBuilder(best == null ? "NONE" : "CLICKS");
        for (int y = 0; best != null && y < best.length; y++) {
            for (int x = 0; x < columns; x++) {
                if ((best[y] >> x & 1) == 1) reply.append(' ').append(x).append(',').append(y);
            }
        }
        System.out.println(reply);
    }
}
