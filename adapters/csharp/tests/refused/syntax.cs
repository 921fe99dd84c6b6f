// Refused by the build: syntax.cs(4,
static void Broken(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = ;
    oy = 0;
}
