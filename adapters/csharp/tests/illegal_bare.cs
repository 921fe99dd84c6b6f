// Answers with a move that is too long.
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = oy = 0;
    switch (v[1, 0])
    {
        case 16: ox = -2; break;
        case 17: oy = 2; break;
        case 18: oy = -2; break;
        default: ox = 2; break;
    }
}
