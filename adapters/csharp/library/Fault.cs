using System;

namespace Rathaus
{
    // What is answered in the place of the letters.
    class Fault : Exception
    {
        Fault(string words) : base(words)
        {
        }

        public static Fault Raised(Exception error)
        {
            Errors.PrintTrace(error);
            return new Fault("raised " + Errors.WordsFor(error));
        }

        public static Fault Illegal(int ox, int oy, int genome, int view)
        {
            return new Fault("illegal move (" + ox + "," + oy + "), asked for genome " + genome + " at view " + view);
        }
    }
}
