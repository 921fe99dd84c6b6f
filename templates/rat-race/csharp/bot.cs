// A first bot for the rat race.
//
//     rathaus play rat-race .
//     rathaus check rat-race .
//
// A specimen sees 5 x 5 colours around itself. It does not know which colours are empty cells,
// teleporters, traps or walls. Its genome has 100 random bits. Specimens that get far to the right
// have children, which inherit these bits. So you choose what the bits say about colours. If the
// same bits always mean the same thing, the population improves with time.
//
// Keep no data from one call to the next, and use no randomness except rnd.

// Sets the step: ox and oy are -1, 0 or 1. The goal is on the right.
static void bot(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    int best = -1;
    List<int> ways = new List<int>();
    for (int y = -1; y <= 1; y++)
    {
        int colour = v[1, y]; // A cell ahead. -1 is out of bounds: deadly.
        if (colour == -1) continue;
        int quality = (int)g.cutOutInt(6 * colour, 6); // Six bits for each colour: how good it is.
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
