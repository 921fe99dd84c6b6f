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
using System;
using System.Collections.Generic;

public static class Bot
{
    // The maximum number of solutions to compare.
    private const int MostSolutions = 1024;

    // The number of columns.
    private static int columns;

    // The lights. Each row is a number with a bit for each cell.
    private static int[] board;

    // For the highest light of a change in the last row: the change, and the clicks for it.
    private static int[] knownChange, knownClicks;

    // The change and its clicks that Reduce works on, and the lights that Chase left on.
    private static int change, clicks, left;

    // Returns the clicks of all rows.
    private static int[] Chase(int first)
    {
        int mask = (1 << columns) - 1, above = 0, row = first;
        int[] all = new int[board.Length];
        for (int y = 0; y < board.Length; y++)
        {
            all[y] = row;
            int next = board[y] ^ above ^ row ^ (row << 1 & mask) ^ (row >> 1);
            above = row;
            row = next;
        }
        left = row;
        return all;
    }

    // Adds known changes until none has the same highest light. Returns that light, or -1.
    private static int Reduce()
    {
        for (int top = columns - 1; top >= 0; top--)
        {
            if ((change >> top & 1) == 0) continue;
            if (knownChange[top] == 0) return top;
            change ^= knownChange[top];
            clicks ^= knownClicks[top];
        }
        return -1;
    }

    // Returns the solution with the fewest clicks, or null.
    private static int[] Solve()
    {
        List<int> idle = new List<int>(); // Clicks that change nothing in the last row.
        knownChange = new int[columns];
        knownClicks = new int[columns];
        Chase(0);
        int start = left;
        for (int column = 0; column < columns; column++)
        {
            Chase(1 << column);
            change = left ^ start;
            clicks = 1 << column;
            int top = Reduce();
            if (top < 0)
            {
                idle.Add(clicks);
                continue;
            }
            knownChange[top] = change;
            knownClicks[top] = clicks;
        }
        change = start;
        clicks = 0;
        return Reduce() < 0 ? Best(clicks, idle) : null;
    }

    private static int[] Best(int first, List<int> idle)
    {
        int[] best = null;
        for (int chosen = 0; chosen < Math.Min(1 << idle.Count, MostSolutions); chosen++)
        {
            int row = first;
            for (int i = 0; i < idle.Count; i++)
            {
                if ((chosen >> i & 1) == 1) row ^= idle[i];
            }
            int[] solution = Chase(row);
            if (best == null || Count(solution) < Count(best)) best = solution;
        }
        return best;
    }

    private static int Count(int[] rows)
    {
        int count = 0;
        foreach (int each in rows)
        {
            for (int row = each; row > 0; row &= row - 1) count++;
        }
        return count;
    }

    public static void Main()
    {
        string[] words = Console.In.ReadToEnd().Split((char[])null, StringSplitOptions.RemoveEmptyEntries);
        columns = int.Parse(words[1]);
        board = new int[int.Parse(words[2])];
        for (int y = 0; y < board.Length; y++)
        {
            for (int x = 0; x < columns; x++) board[y] |= (words[3 + y][x] - '0') << x;
        }
        int[] best = Solve();
        List<string> reply = new List<string> {best == null ? "NONE" : "CLICKS"};
        for (int y = 0; best != null && y < best.Length; y++)
        {
            for (int x = 0; x < columns; x++)
            {
                if ((best[y] >> x & 1) == 1) reply.Add(x + "," + y);
            }
        }
        Console.WriteLine(string.Join(" ", reply));
        Console.Out.Flush();
    }
}
