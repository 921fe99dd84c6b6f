// Refused by the build: whole.cs(5,
using System;
namespace ppcggacscontroller { class Program { static int x = new int[0][1];
static void Main() { new GameLogic.Game(Broken).runSession(); }
static void Broken(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy) { ox = 0; } } }
