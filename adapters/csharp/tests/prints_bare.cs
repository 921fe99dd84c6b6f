// Prints on standard output in every call.
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    Console.WriteLine("debugging");
    ox = 1;
    oy = 0;
}
