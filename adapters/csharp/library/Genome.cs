using System;
using System.Collections;
using System.Collections.Generic;
using ppcggacscontroller.GameLogic;

namespace Rathaus
{
    // A genome that the host has introduced. Immutable, so all moves use the same object.
    sealed class Genome : IGenome
    {
        const int WordBits = 32;

        readonly int bits;

        // Bit 0 is the lowest bit of the first word. One additional word, because `cutOutInt`
        // always reads two.
        readonly uint[] words;

        public Genome(string digits, int bits)
        {
            if (digits.Length != (bits + 3) / 4) throw new Malformed("a genome has the wrong length");
            this.bits = bits;
            words = new uint[bits / WordBits + 2];
            for (int i = 0; i < digits.Length; i++)
                words[i / 8] |= (uint)Hexadecimal.Digit(digits[digits.Length - 1 - i]) << 4 * (i % 8);
        }

        public int length
        {
            get { return bits; }
        }

        public bool this[int i]
        {
            get
            {
                if ((uint)i >= bits) throw new IndexOutOfRangeException("the genome has no bit " + i);
                return (words[i / WordBits] >> i % WordBits & 1) != 0;
            }
        }

        public uint cutOutInt(int idx, int len)
        {
            if (len < 0 || len > WordBits || idx < 0 || idx > bits - len)
                throw new IndexOutOfRangeException("the genome has no number of " + len + " bits at " + idx);
            ulong two = (ulong)words[idx / WordBits + 1] << WordBits | words[idx / WordBits];
            return (uint)(two >> idx % WordBits & (1UL << len) - 1);
        }

        public IEnumerator<bool> GetEnumerator()
        {
            for (int i = 0; i < bits; i++) yield return this[i];
        }

        IEnumerator IEnumerable.GetEnumerator()
        {
            return GetEnumerator();
        }
    }

    static class Hexadecimal
    {
        public static int Digit(char c)
        {
            if (c >= '0' && c <= '9') return c - '0';
            if (c >= 'a' && c <= 'f') return c - 'a' + 10;
            throw new Malformed("a digit is not hexadecimal");
        }

        public static ulong Number(string digits)
        {
            ulong number = 0;
            foreach (char c in digits) number = number << 4 | (uint)Digit(c);
            return number;
        }
    }
}
