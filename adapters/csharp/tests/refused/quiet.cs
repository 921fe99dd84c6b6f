// Refused when loaded: runSession
using System;
namespace ppcggacscontroller { class Program { static int x = 1;
static void Main() { new GameLogic.Game(Broken); }
static void Broken(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { ox = oy = 0; } } }
