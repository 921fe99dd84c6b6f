using System;

namespace Rathaus
{
    // Reads the lines of the host.
    sealed class Input
    {
        readonly int descriptor;
        byte[] buffer = new byte[256 * 1024];
        int taken;  // The end of the lines that `Line` has returned.
        int searched;  // There is no line feed before this. A long line is searched once.
        int filled;

        public Input(int descriptor)
        {
            this.descriptor = descriptor;
        }

        // Returns the next complete line in the buffer, or null. It is valid until `Await` is
        // called.
        public Fields Line()
        {
            int feed = Array.IndexOf(buffer, (byte)'\n', searched, filled - searched);
            if (feed < 0)
            {
                searched = filled;
                return null;
            }
            int begin = taken;
            taken = searched = feed + 1;
            return new Fields(buffer, begin, feed);
        }

        // Waits for more input. Returns false at the end of the session.
        public bool Await()
        {
            MakeRoom();
            int count = Posix.Read(descriptor, buffer, filled, buffer.Length - filled);
            filled += count;
            if (count == 0 && filled != 0) throw new Malformed("the input ends in the middle of a line");
            return count != 0;
        }

        // Moves an incomplete line to the front of the buffer, and enlarges the buffer for a long
        // line.
        void MakeRoom()
        {
            filled -= taken;
            searched -= taken;
            Buffer.BlockCopy(buffer, taken, buffer, 0, filled);
            taken = 0;
            if (2 * filled > buffer.Length) Array.Resize(ref buffer, 2 * buffer.Length);
        }
    }
}
