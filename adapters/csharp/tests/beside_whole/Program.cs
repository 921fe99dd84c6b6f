// A program that needs another file, and has neighbours that are programs of their own.
using System;

namespace ppcggacscontroller
{
class Program
{
static void Main(string[] args)
{
    if (Neighbour.Three + args.Length != 3) throw new Exception("the class beside the submission was not found");
    new GameLogic.Game(Beside).runSession();
}

static void Beside(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
{
    ox = Neighbour.Three - 2;
    oy = 0;
}
}
}
