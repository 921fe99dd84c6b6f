// Says what its genomes mean, and moves (1,0).
static void Tracer(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = 1;
    oy = 0;
}

static string Trace(GameLogic.IGenome g, int color)
{
    if (g[99]) throw new Exception("this genome means nothing");
    int number = (int)g.cutOutInt(0, 3);
    switch (color)
    {
        case 0: case 6: return "empty";
        case 1: return "wall";
        case 2: return "trap " + (number % 3 - 1) + " " + (number / 3 - 1);
        case 3: return "teleporter 4 -3";
        case 4: return "worth " + (number - 4);
        case 7: Console.WriteLine("debug"); return "empty";
        case 8: return "a;b\nc";
        default: return null;
    }
}
