// Takes 20 ms for a move with colour 1 ahead, and else never comes to an end.
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    oy = 0;
    while (v[1, 0] != 1) oy = 1;
    System.Threading.Thread.Sleep(20);
    ox = 1;
    oy = 0;
}
