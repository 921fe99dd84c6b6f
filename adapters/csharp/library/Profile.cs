using System;
using System.Diagnostics;
using System.IO;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // How long the submission's own function takes, for whoever asks by the variable RATHAUS_PROFILE, which names a file for the answer.
    sealed class Profile
    {
        const int Every = 61;

        readonly string path = Environment.GetEnvironmentVariable("RATHAUS_PROFILE");
        readonly long clock;
        long turns, calls, sampled, ticks;

        public Profile()
        {
            if (path != null) clock = CostOfClock();
        }

        // The function to call in the turn that begins: one turn in so many is measured.
        public PlayerDel Player(PlayerDel player)
        {
            return path != null && turns++ % Every == 0 ? Measured(player) : player;
        }

        public void EndTurn(int count)
        {
            calls += count;
        }

        PlayerDel Measured(PlayerDel player)
        {
            return (IView view, IGenome genome, Random random, out int ox, out int oy) =>
            {
                long begin = Stopwatch.GetTimestamp();
                player(view, genome, random, out ox, out oy);
                ticks += Stopwatch.GetTimestamp() - begin - clock;
                sampled++;
            };
        }

        public void Write()
        {
            if (path == null) return;
            double nanoseconds = ticks * 1e9 / Stopwatch.Frequency;
            File.AppendAllText(path, "{\"calls\": " + calls + ", \"sampled\": " + sampled + ", \"nanoseconds\": " + (long)nanoseconds + "}\n");
        }

        // What two looks at the clock take by themselves.
        static long CostOfClock()
        {
            long least = long.MaxValue;
            for (int i = 0; i < 10000; i++)
            {
                long begin = Stopwatch.GetTimestamp();
                least = Math.Min(least, Stopwatch.GetTimestamp() - begin);
            }
            return least;
        }
    }
}
