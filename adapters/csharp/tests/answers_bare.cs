// Answers with one kind of thing for each number in the genome's first bits.
class Wordless : Exception
{
    public override string Message
    {
        get { throw new InvalidOperationException("there are no words for it"); }
    }
}

class Lazy
{
    public static readonly int value = int.Parse("none");

    static Lazy()
    {
    }
}

static void Answers(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = 1;
    oy = 0;
    switch (g.cutOutInt(0, 4))
    {
        case 1: ox = -2; break;
        case 2: oy = 2; break;
        case 3: ox = int.MaxValue; oy = int.MinValue; break;
        case 4: ox = v[2, -3]; break;
        case 5: g = null; ox = g.length; break;
        case 6: throw new Wordless();
        case 7: ox = Lazy.value; break;
        case 8: ox = g[100] ? 1 : 0; break;
        case 9: ox = 1 / oy; break;
        case 10: Answers(v, g, rnd, out ox, out oy); ox++; break;
    }
}
