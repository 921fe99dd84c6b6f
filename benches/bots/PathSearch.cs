// Searches all that it sees for the cheapest way to the far column, by Dijkstra, and draws nothing. Colours cost what the genome says.
public static void PathSearch(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    const int Far = 1 << 20;
    int[] price = new int[16], cost = new int[25], first = new int[25];
    bool[] done = new bool[25];
    for (int c = 0; c < 16; c++) price[c] = 1 + (int)g.cutOutInt(6 * c, 6);
    for (int i = 0; i < 25; i++)
    {
        cost[i] = Far;
        first[i] = 14;
    }
    cost[12] = 0;
    ox = 1;
    oy = 0;
    while (true)
    {
        int near = -1;
        for (int i = 0; i < 25; i++) if (!done[i] && cost[i] < Far && (near < 0 || cost[i] < cost[near])) near = i;
        if (near < 0) return;
        done[near] = true;
        int x = near % 5, y = near / 5;
        if (x == 4)
        {
            ox = first[near] % 5 - 2;
            oy = first[near] / 5 - 2;
            return;
        }
        for (int ny = Math.Max(0, y - 1); ny <= Math.Min(4, y + 1); ny++)
        {
            for (int nx = Math.Max(0, x - 1); nx <= Math.Min(4, x + 1); nx++)
            {
                int next = 5 * ny + nx, colour = v[nx - 2, ny - 2];
                if (done[next] || colour == -1) continue;
                int found = cost[near] + price[colour];
                if (found >= cost[next]) continue;
                cost[next] = found;
                first[next] = near == 12 ? next : first[near];
            }
        }
    }
}
