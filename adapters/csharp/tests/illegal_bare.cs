// Answers with a move that is too long.
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = 2;
    oy = 0;
}
