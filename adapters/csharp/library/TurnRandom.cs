using System;

namespace Rathaus
{
    // The random generator of a submission: SplitMix64. The host sends a seed for each board and
    // turn. It records whether it was used. A draw from a range of one value takes nothing from the
    // generator and does not count.
    sealed class TurnRandom : Random
    {
        ulong state;
        bool drawn;

        // The seed is for the generator of the base class, which is not used.
        public TurnRandom() : base(0)
        {
        }

        // Starts a turn. Nothing of earlier turns influences the draws of this one.
        public void Begin(ulong seed)
        {
            state = seed;
            drawn = false;
        }

        // Returns whether there were draws since the last call.
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

        // A number in 0 <= x < 1, with 53 random bits.
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

        // A bound of 0 means 1, as in Random. Lemire's method: the upper half of a product. Rejects
        // the few products that would add a bias.
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
