// A first bot for the grid-routing battle. It builds a path towards the vertices of others.
//
//     rathaus play grid-routing . . . --rounds 10 --ascii
//     rathaus check grid-routing .
//
// No bot has time for a path from a source in row 0 to a sink in the last row. So it goes to the
// nearest active vertex ahead, follows the active vertices from there, and continues at their end.
// When the path is complete, it connects one more source to it in each turn. It breaks nothing.
//
// Each round starts this program again. It runs until the line SCORE. Send each reply within the
// time limit, and flush it. The file data.txt is kept from round to round.
using System;
using System.Collections.Generic;

public class Bot
{
    // How many starts to try in a turn. Dead ends and connected sources take one each.
    private const int Attempts = 20;

    // Processes that start at the same time need different seeds.
    private static readonly Random random = new Random(Guid.NewGuid().GetHashCode());

    private const char Inactive = '.', Active = '#', Broken = ' ';

    private readonly int side;
    private readonly char[,] state;
    private readonly List<int[]> active = new List<int[]>();

    // The column of the first vertex of the path.
    private int column;

    // 1 if the path goes up from row 0, and -1 if it goes down from the last row.
    private int step;

    private Bot(int side)
    {
        this.side = side;
        state = new char[side, side];
        for (int x = 0; x < side; x++)
        {
            for (int y = 0; y < side; y++) state[x, y] = Inactive;
        }
        column = random.Next(side);
        step = random.Next(2) == 0 ? 1 : -1;
    }

    // Returns the vertex to break, or null.
    private int[] Destroy()
    {
        return null;
    }

    // Returns the vertex to activate, or null.
    private int[] Activate()
    {
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            int[] vertex = Follow();
            if (vertex != null) return vertex;
        }
        return null;
    }

    // Follows the path to its first free vertex. Without one, chooses another start.
    private int[] Follow()
    {
        int x = column, y = step > 0 ? 0 : side - 1;
        while (x >= 0 && state[x, y] == Active)
        {
            y += step;
            if (y < 0 || y >= side)
            {
                int source = step > 0 ? column : x;
                column = (source + 1) % side;
                step = 1;
                return null;
            }
            x = NextColumn(x, y);
        }
        if (x >= 0 && state[x, y] == Inactive) return new int[] {x, y};
        column = random.Next(side);
        return null;
    }

    // Returns the column in row y that is nearest to the target, or -1 at a dead end.
    private int NextColumn(int x, int y)
    {
        int[] ways = {x, (x + side - 1) % side, (x + 1) % side};
        foreach (int way in ways)
        {
            if (state[way, y] == Active) return way;
        }
        int target = Target(x, y), best = -1;
        foreach (int way in ways)
        {
            if (state[way, y] != Inactive) continue;
            if (best < 0 || Distance(way, target) < Distance(best, target)) best = way;
        }
        return best;
    }

    // Returns the column of the nearest active vertex ahead that a path could reach.
    private int Target(int x, int y)
    {
        int best = side, found = x;
        foreach (int[] other in active)
        {
            int rows = (other[1] - y) * step + 1;
            if (rows > 0 && rows < best && Distance(x, other[0]) <= rows)
            {
                best = rows;
                found = other[0];
            }
        }
        return found;
    }

    private int Distance(int one, int other)
    {
        int apart = Math.Abs(one - other);
        return Math.Min(apart, side - apart);
    }

    // Reads `BROKEN` or `OWNED`, the turn, the own choice, and those of the others.
    private void Note(string[] words, char kind)
    {
        for (int i = 2; i < words.Length; i++)
        {
            if (words[i] == "N") continue;
            string[] parts = words[i].Split(',');
            int x = int.Parse(parts[0]), y = int.Parse(parts[1]);
            if (state[x, y] != Inactive) continue;
            state[x, y] = kind;
            if (kind == Active) active.Add(new int[] {x, y});
        }
    }

    private static void Send(int[] vertex)
    {
        Console.WriteLine(vertex == null ? "NONE" : "VERTEX " + vertex[0] + "," + vertex[1]);
        Console.Out.Flush();
    }

    public static void Main()
    {
        Bot bot = new Bot(1);
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            string[] words = line.Trim().Split(' ');
            switch (words[0])
            {
                case "BEGIN": // The number of bots, of turns, and of vertices on a side.
                    bot = new Bot(int.Parse(words[3]));
                    break;
                case "DESTROY":
                    Send(bot.Destroy());
                    break;
                case "BROKEN":
                    bot.Note(words, Broken);
                    break;
                case "ACTIVATE":
                    Send(bot.Activate());
                    break;
                case "OWNED":
                    bot.Note(words, Active);
                    break;
                case "SCORE":
                    return;
            }
        }
    }
}
