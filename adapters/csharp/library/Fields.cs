using System.Text;

namespace Rathaus
{
    // Reads the fields of one line of the host.
    sealed class Fields
    {
        readonly byte[] data;
        readonly int end;
        int at;

        // The line feed is at `end`.
        public Fields(byte[] data, int begin, int end)
        {
            this.data = data;
            this.at = begin;
            this.end = end;
        }

        // Reading a field also skips the space or line feed after it.
        public bool More()
        {
            return at <= end;
        }

        public void Finish()
        {
            if (More()) throw new Malformed("there are more fields than expected");
        }

        // An upper bound for the remaining pairs of numbers: a pair takes at least four characters.
        public int MaxPairs()
        {
            return (end - at) / 4 + 1;
        }

        // Returns the next field.
        public string Word()
        {
            if (!More()) throw new Malformed("a field is missing");
            int begin = at;
            while (at < end && data[at] != ' ') at++;
            return Encoding.ASCII.GetString(data, begin, at++ - begin);
        }

        // Parses the next field as a decimal number of at most nine digits.
        public int Number()
        {
            if (!More()) throw new Malformed("a number is missing");
            int begin = at, value = 0;
            uint digit;
            while ((digit = (uint)(data[at] - '0')) <= 9)
            {
                value = 10 * value + (int)digit;
                at++;
            }
            if (at == begin || at - begin > 9) throw new Malformed("a number has too few or too many digits");
            if (data[at] != ' ' && at != end) throw new Malformed("a number contains another character");
            at++;
            return value;
        }
    }
}
