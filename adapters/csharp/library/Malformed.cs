using System;

namespace Rathaus
{
    // A line that the protocol does not know. It is the host's mistake and never the submission's.
    class Malformed : Exception
    {
        public Malformed(string message) : base(message)
        {
        }
    }
}
