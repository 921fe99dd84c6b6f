// Refused when loaded: FormatException
static int x = int.Parse("none");
static void Broken(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { ox = oy = x; }
