using System;
using System.Diagnostics;
using System.IO;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // Measures the submission's own function, and appends the result to the file RATHAUS_PROFILE.
    sealed class Profile
    {
        // One turn in this many is measured, because reading the clock is slow.
        const int SampleInterval = 61;

        readonly string path = Environment.GetEnvironmentVariable("RATHAUS_PROFILE");
        readonly long clockCost;
        long turns, calls, sampled, ticks;

        public Profile()
        {
            if (path != null) clockCost = MeasureClock();
        }

        // Returns the function for the next turn. It may measure its calls.
        public PlayerDel Player(PlayerDel player)
        {
            return path != null && turns++ % SampleInterval == 0 ? Measured(player) : player;
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
                ticks += Stopwatch.GetTimestamp() - begin - clockCost;
                sampled++;
            };
        }

        public void Write()
        {
            if (path == null) return;
            double nanoseconds = ticks * 1e9 / Stopwatch.Frequency;
            File.AppendAllText(path, "{\"calls\": " + calls + ", \"sampled\": " + sampled + ", \"nanoseconds\": " + (long)nanoseconds + "}\n");
        }

        // The time between two readings of the clock, in ticks.
        static long MeasureClock()
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
