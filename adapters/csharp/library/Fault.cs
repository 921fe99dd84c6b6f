using System;

namespace Rathaus
{
    // An error of the submission. Its message replaces the letters of the reply.
    class Fault : Exception
    {
        Fault(string words) : base(words)
        {
        }

        public static Fault Raised(Exception error)
        {
            Errors.PrintTrace(error);
            return new Fault("raised " + Errors.Describe(error));
        }

        public static Fault Illegal(int ox, int oy, int genome, int view)
        {
            return new Fault("illegal move (" + ox + "," + oy + "), asked for genome " + genome + " at view " + view);
        }
    }
}
