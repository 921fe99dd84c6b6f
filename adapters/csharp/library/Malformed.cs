using System;

namespace Rathaus
{
    // A line that is not in the protocol: a mistake of the host, never of the submission.
    class Malformed : Exception
    {
        public Malformed(string message) : base(message)
        {
        }
    }
}
