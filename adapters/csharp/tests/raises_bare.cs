// Raises where a wall of the board is in view: InvalidOperationException: a wall
// The stack trace names: raises_bare.cs:
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    if (v[0, -1] == -1) throw new InvalidOperationException("a wall");
    ox = 1;
    oy = 0;
}
