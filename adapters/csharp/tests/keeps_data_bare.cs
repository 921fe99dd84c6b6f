// Counts its calls, and moves by that.
static int calls = 0;

static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = 1;
    oy = calls++ % 3 - 1;
}
