// The compass of the golden dialogues as a bare method. What it does is described beside them.
static void neighbour(int number, out int ox, out int oy)
{
    ox = number % 3 - 1;
    oy = number / 3 - 1;
}

public static void Compass(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    int ahead = v[1, 0];
    ox = 1;
    oy = 0;
    if (ahead == -1) throw new InvalidOperationException("there is nothing ahead");
    if (ahead <= 8) neighbour(ahead, out ox, out oy);
    if (ahead == 9) rnd.Next(1);
    if (ahead == 10) rnd.Next(2);
    if (ahead == 11) neighbour((int)g.cutOutInt(0, 3), out ox, out oy);
    if (ahead == 12) neighbour((int)g.cutOutInt(97, 3), out ox, out oy);
    if (ahead == 13) ox = 2;
    if (ahead == 14) ahead = v[3, 0];
    if (ahead == 15)
    {
        Console.WriteLine("debug");
        ox = 0;
    }
}
