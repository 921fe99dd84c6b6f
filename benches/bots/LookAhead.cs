// Looks two steps ahead, and draws nothing: of the moves forward, the one whose colour is best, together with the best that follows it.
static int Quality(GameLogic.IView v, GameLogic.IGenome g, int x, int y)
{
    return v[x, y] == -1 ? -1 : (int)g.cutOutInt(6 * v[x, y], 6);
}

public static void LookAhead(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    int best = -1;
    ox = 1;
    oy = 0;
    for (int y = -1; y <= 1; y++)
    {
        int own = Quality(v, g, 1, y);
        if (own < 0) continue;
        int next = 0;
        for (int z = y - 1; z <= y + 1; z++) next = Math.Max(next, Quality(v, g, 2, z));
        if (2 * own + next <= best) continue;
        best = 2 * own + next;
        oy = y;
    }
}
