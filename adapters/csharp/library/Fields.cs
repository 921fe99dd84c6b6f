using System.Text;

namespace Rathaus
{
    // Reads the fields of one line of the host.
    sealed class Fields
    {
        readonly byte[] data;
        readonly int end;
        int at;

        // The line feed stands at `end`.
        public Fields(byte[] data, int begin, int end)
        {
            this.data = data;
            this.at = begin;
            this.end = end;
        }

        // Every field is followed by one blank or by the end of the line, so being behind the line feed is having read all.
        public bool More()
        {
            return at <= end;
        }

        public void Finish()
        {
            if (More()) throw new Malformed("there are more fields than expected");
        }

        // No more than this many pairs of numbers are left: each number takes a digit and what follows it.
        public int MostPairs()
        {
            return (end - at) / 4 + 1;
        }

        // The next field as it stands.
        public string Word()
        {
            if (!More()) throw new Malformed("a field is missing");
            int begin = at;
            while (at < end && data[at] != ' ') at++;
            return Encoding.ASCII.GetString(data, begin, at++ - begin);
        }

        // The next field as a decimal number of at most nine digits.
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
            if (data[at] != ' ' && at != end) throw new Malformed("a number ends in something else");
            at++;
            return value;
        }
    }
}
