// Never comes to an end.
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = oy = 0;
    while (ox == 0) oy = 1;
}
