// Refused by the build: types.cs(4,
using System.Linq;
static void Broken(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { ox = 0;
 oy = ""; }
