using System.Linq;
// Makes one kind of draw for each number in the genome's first bits, and then moves (1,0).
static void Draws(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    switch (g.cutOutInt(0, 8))
    {
        case 0: rnd.Next(1); break;
        case 1: rnd.Next(0); break;
        case 2: rnd.Next(5, 5); break;
        case 3: rnd.Next(-5, -4); break;
        case 4: rnd.NextBytes(new byte[0]); break;
        case 5: new[] { 1 }.OrderBy(x => rnd.Next(1)).First(); break;
        case 6: rnd.Next(2); break;
        case 7: rnd.Next(0, 2); break;
        case 8: rnd.Next(); break;
        case 9: rnd.NextDouble(); break;
        case 10: rnd.NextBytes(new byte[1]); break;
        case 11: rnd.Next(int.MinValue, int.MaxValue); break;
        case 12: rnd.Next(-1); break;
        case 13: rnd.Next(2, 1); break;
        case 14: throw new Exception("after a draw " + rnd.Next());
    }
    ox = 1;
    oy = 0;
}
