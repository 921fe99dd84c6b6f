using System;

namespace Rathaus
{
    // The generator of the submissions: SplitMix64, seeded anew by the host for each board and turn. It notes every draw. A draw
    // from a range of one value takes nothing from it and is no draw.
    sealed class TurnRandom : Random
    {
        ulong state;
        bool drawn;

        // The seed is for the generator of the base class, which serves nothing here.
        public TurnRandom() : base(0)
        {
        }

        // Starts a turn. Nothing that was left over from earlier turns has any influence from here on.
        public void Begin(ulong seed)
        {
            state = seed;
            drawn = false;
        }

        // Whether there were draws since the last time that this was asked.
        public bool TakeDrawn()
        {
            bool result = drawn;
            drawn = false;
            return result;
        }

        ulong Draw()
        {
            unchecked
            {
                drawn = true;
                state += 0x9e3779b97f4a7c15UL;
                ulong mixed = state;
                mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9UL;
                mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebUL;
                return mixed ^ (mixed >> 31);
            }
        }

        // A number in 0 <= x < 1, on the grid of 53 bits that a double resolves.
        protected override double Sample()
        {
            return (Draw() >> 11) * (1.0 / 9007199254740992.0);
        }

        public override double NextDouble()
        {
            return Sample();
        }

        public override int Next()
        {
            return (int)Below(int.MaxValue);
        }

        public override int Next(int maxValue)
        {
            if (maxValue < 0) throw new ArgumentOutOfRangeException("maxValue", "the range is empty");
            return (int)Below((uint)maxValue);
        }

        public override int Next(int minValue, int maxValue)
        {
            if (minValue > maxValue) throw new ArgumentOutOfRangeException("minValue", "the range is empty");
            return (int)(minValue + Below((uint)((long)maxValue - minValue)));
        }

        public override void NextBytes(byte[] buffer)
        {
            for (int i = 0; i < buffer.Length; i++) buffer[i] = (byte)(Draw() >> 56);
        }

        // Random takes a bound of 0 for one of 1. Lemire's method: the upper half of a product, with the few products rejected
        // that would favour some values.
        long Below(uint bound)
        {
            if (bound <= 1) return 0;
            ulong product = (Draw() >> 32) * bound;
            if ((uint)product < bound)
            {
                uint rejected = (uint)((1UL << 32) % bound);
                while ((uint)product < rejected) product = (Draw() >> 32) * bound;
            }
            return (long)(product >> 32);
        }
    }
}
