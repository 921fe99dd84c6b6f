using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace ppcggacscontroller
{
class Program
{
static void Main(string[] args)
{
    GameLogic.Game g = new GameLogic.Game(Api);
    g.displayer = Display.createAndRun(g);
    if (Neighbour.Three + args.Length != 3) throw new Exception("the class beside the submission was not found");
    g.runSession();
    Console.ReadKey(true);
}

