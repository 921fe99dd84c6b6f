// Ends its own process, with status 3.
static void Mine(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    Console.WriteLine("last words");
    Environment.Exit(3);
    ox = oy = 0;
}
