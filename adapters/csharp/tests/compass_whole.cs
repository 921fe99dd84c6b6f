// The compass of the golden dialogues as a whole player file. What it does is described beside them.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

namespace ppcggacscontroller
{
    class Program
    {
        static void Main(string[] args)
        {
            Console.WriteLine("debug");
            GameLogic.Game g = new GameLogic.Game(CompassPlayer);
            g.displayer = Display.createAndRun;
            g.runSession();
            Console.WriteLine("Press any key.");
            Console.ReadKey(true);
        }

        static int Number(IEnumerable<bool> bits)
        {
            return bits.Take(3).Select((bit, i) => bit ? 1 << i : 0).Sum();
        }

        static void CompassPlayer(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
        {
            int number = Decide(v, g, rnd);
            ox = number % 3 - 1;
            oy = number / 3 - 1;
            if (number == 13)
            {
                ox = 2;
                oy = 0;
            }
        }

        static int Decide(GameLogic.IView v, GameLogic.IGenome g, Random rnd)
        {
            const int forward = 5;
            switch (v[1, 0])
            {
                case -1: throw new Exception("there is nothing\nahead");
                case 9: return forward + rnd.Next(3, 4) - 3;
                case 10: return forward + rnd.Next(3, 5) / 5;
                case 11: return Number(g);
                case 12: return Number(g.Skip(97));
                case 13: return 13;
                case 14: return v[3, 0] == 0 ? forward : forward;
                case 15: return Debug();
                default: return v[1, 0];
            }
        }

        static int Debug()
        {
            Console.Write("debug\n");
            byte[] text = Encoding.ASCII.GetBytes("debug\n");
            using (Stream stream = Console.OpenStandardOutput()) stream.Write(text, 0, text.Length);
            Console.ReadKey(true);
            if (Console.In.Read() != -1) throw new Exception("there is something to read");
            return 4;
        }
    }
}
