// Uses every name that a C# submission may rely on, and throws where one is not what it should be. It moves (1,0) by a draw.
static readonly int pieces = GameLogic.GameConstants.GENOME_LENGTH / 6;

static void Expect(bool right, string what)
{
    if (!right) throw new InvalidOperationException(what);
}

static void CheckView(GameLogic.IView v)
{
    Expect(v.xd == 2 && v.yd == 2 && v[1, 0] == 0 && v[0, 1] == -1, "the view");
    int outside = 0;
    for (int x = -3; x <= 3; x++)
    {
        for (int y = -3; y <= 3; y++)
        {
            try
            {
                int color = v[x, y];
            }
            catch (IndexOutOfRangeException)
            {
                outside++;
            }
        }
    }
    Expect(outside == 49 - 25, "cells outside of a view");
    int unseen = 0;
    for (int x = -v.xd; x <= v.xd; x++) for (int y = -v.yd; y <= v.yd; y++) unseen += v[x, y] == -1 ? 1 : 0;
    Expect(unseen == 24, "the colours of a view");
}

static bool Fails(Action action)
{
    try
    {
        action();
        return false;
    }
    catch (IndexOutOfRangeException)
    {
        return true;
    }
}

static void CheckGenome(GameLogic.IGenome g)
{
    Expect(g.length == 100 && g.Count() == 100 && pieces == 16, "the length of a genome");
    Expect(g[0] && !g[1] && g[2] && g[31] && g[32] && !g[98] && g[99], "bits of a genome");
    Expect(g.cutOutInt(0, 3) == 5 && g.cutOutInt(31, 2) == 3 && g.cutOutInt(97, 3) == 4 && g.cutOutInt(100, 0) == 0, "small numbers");
    Expect(g.cutOutInt(0, 32) == 0x80000005 && g.cutOutInt(2, 32) == 0x60000001, "large numbers");
    Expect(g.cutOutInt(68, 32) == 0x80000000, "a large number at the end");
    Expect(g.Where(bit => bit).Count() == 5 && g.Skip(31).Take(2).All(bit => bit), "a genome as a sequence");
    foreach (bool bit in g)
    {
        Expect(bit, "the first bit comes first");
        break;
    }
}

static void CheckOutside(GameLogic.IGenome g)
{
    Expect(Fails(() => { bool bit = g[100]; }) && Fails(() => { bool bit = g[-1]; }), "bits outside of a genome");
    Expect(Fails(() => g.cutOutInt(98, 3)) && Fails(() => g.cutOutInt(-1, 3)), "numbers outside of a genome");
    Expect(Fails(() => g.cutOutInt(0, 33)), "a number that is too long");
}

static void CheckRandomness(Random rnd)
{
    byte[] bytes = new byte[3];
    for (int i = 0; i < 1000; i++)
    {
        int a = rnd.Next(7), b = rnd.Next(-3, 4), c = rnd.Next(), d = rnd.Next(int.MinValue, int.MaxValue);
        double e = rnd.NextDouble();
        rnd.NextBytes(bytes);
        Expect(a >= 0 && a < 7 && b >= -3 && b <= 3 && c >= 0 && d < int.MaxValue && e >= 0 && e < 1, "ranges of draws");
    }
}

static void CheckEnds(Random rnd)
{
    HashSet<string> reached = new HashSet<string>();
    for (int i = 0; i < 1000; i++)
    {
        StringBuilder drawn = new StringBuilder();
        drawn.Append(rnd.Next(3)).Append(rnd.Next(-1, 2)).Append((int)(3 * rnd.NextDouble())).Append(rnd.Next() >> 30);
        reached.Add(drawn.ToString());
    }
    Expect(reached.Count == 54, "every draw reaches everything");
    byte[] bytes = new byte[10000];
    rnd.NextBytes(bytes);
    Expect(new List<byte>(bytes).Distinct().Count() == 256, "bytes");
}

static void CheckGame()
{
    GameLogic.PlayerDel player = Api;
    GameLogic.Game game = new GameLogic.Game(player);
    game.displayer = Display.createAndRun;
    game.displayer = Display.createAndRun(game);
    Display.createAndRun();
}

static void CheckConstants()
{
    Expect(GameLogic.GameConstants.BOARD_WIDTH == 50 && GameLogic.GameConstants.BOARD_HEIGHT == 15, "the board");
    Expect(GameLogic.GameConstants.UNSAFE_BOARD_WIDTH == 49 && GameLogic.GameConstants.BOARD_EXTENDED_WIDTH == 53, "its parts");
    Expect(GameLogic.GameConstants.OUT_OF_BOUNDS_COLOR == -1 && GameLogic.GameConstants.NUMBER_OF_COLORS == 16, "colours");
    Expect(GameLogic.GameConstants.NUMBER_OF_SAFE_COLORS == 8, "safe colours");
    Expect(GameLogic.GameConstants.NUMBER_OF_TELEPORTER_COLORS == 4, "teleporters");
    Expect(GameLogic.GameConstants.NUMBER_OF_TRAP_COLORS == 2 && GameLogic.GameConstants.NUMBER_OF_WALL_COLORS == 2, "bad ones");
    Expect(GameLogic.GameConstants.TELEPORTER_DISTANCE == 4 && GameLogic.GameConstants.TRAP_DISTANCE == 1, "distances");
    Expect(GameLogic.GameConstants.GENOME_LENGTH == 100 && GameLogic.GameConstants.GENOME_CROSSOVER_RATE == 0.05, "genomes");
    Expect(GameLogic.GameConstants.GENOME_MUTATION_RATE == 0.01 && GameLogic.GameConstants.VISION_WIDTH == 5, "rates");
    Expect(GameLogic.GameConstants.VISION_DISTANCE == 2 && GameLogic.GameConstants.SPECIMEN_LIFESPAN == 100, "life");
    Expect(GameLogic.GameConstants.INITIAL_SPECIMENS == 15 && GameLogic.GameConstants.NEW_SPECIMENS_PER_TURN == 10, "specimens");
    Expect(GameLogic.GameConstants.MINIMUM_STARTING_CELLS == 10 && GameLogic.GameConstants.NUMBER_OF_TURNS == 10000, "the game");
    Expect(GameLogic.GameConstants.NUMBER_OF_BOARDS > 0, "the boards");
}

static void Api(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    CheckView(v);
    CheckGenome(g);
    CheckOutside(g);
    CheckRandomness(rnd);
    CheckEnds(rnd);
    CheckGame();
    CheckConstants();
    int[] moves = { 1, 1 };
    ox = moves.OrderBy(move => rnd.Next(2)).First();
    oy = 0;
}
