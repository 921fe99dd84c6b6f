// ColorScore, the sample strategy of the contest.
//
// Each of the 16 colours has 6 bits of the genome. Read as a number, with the first bit as the
// least significant one, they are the quality of the colour. Of the three cells ahead, the specimen
// moves to the one whose colour has the best quality, and to a random one of those that tie. It
// never leaves the board.
using System;
using System.Collections.Generic;

namespace ppcggacscontroller
{
    class Program
    {
        const int Piece = 6;
        const int OutOfBounds = -1;

        static void Main(string[] args)
        {
            GameLogic.Game g = new GameLogic.Game(ColorScorePlayer);
            g.runSession();
            Console.ReadKey(true);
        }

        static void ColorScorePlayer(GameLogic.IView v, GameLogic.IGenome g, Random rnd, out int ox, out int oy)
        {
            List<int> best = new List<int>();
            uint bestQuality = 0;
            for (int y = -1; y <= 1; y++)
            {
                int color = v[1, y];
                if (color == OutOfBounds) continue;
                uint quality = g.cutOutInt(color * Piece, Piece);
                if (best.Count == 0 || quality > bestQuality)
                {
                    best.Clear();
                    bestQuality = quality;
                }
                if (quality == bestQuality) best.Add(y);
            }
            ox = 1;
            oy = best[rnd.Next(best.Count)];
        }
    }
}
