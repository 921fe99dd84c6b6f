// The same as a whole player file.
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
    g.runSession();
    Console.ReadKey(true);
}


// include: api_bare.cs
}
}
