// A first bot for the rat race. Play it with `rathaus play rat-race .`, and try it out with `rathaus check rat-race .`
//
// A specimen sees 5 x 5 colours around itself, and nobody has told it what they mean: empty, teleporter, trap or wall. Its genome has
// 100 random bits. Those that get far to the right have children, so whatever the bits say about colours gets better with
// time, as long as the same bits always mean the same thing. What they mean is for you to invent.
//
// There must be nothing that is kept from one call to the next, and no randomness but rnd.

// Sets the step to take: each of ox and oy is -1, 0 or 1, and the goal is at the right.
static void bot(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    int best = -1;
    List<int> ways = new List<int>();
    for (int y = -1; y <= 1; y++)
    {
        int colour = v[1, y]; // The colour of a cell ahead; -1 is outside, where it is deadly.
        if (colour == -1) continue;
        int quality = (int)g.cutOutInt(6 * colour, 6); // Six bits for each colour, as a number: how much this one is liked.
        if (quality > best)
        {
            best = quality;
            ways.Clear();
        }
        if (quality == best) ways.Add(y);
    }
    ox = 1;
    oy = ways[rnd.Next(ways.Count)];
}
