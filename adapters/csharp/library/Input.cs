using System;

namespace Rathaus
{
    // The lines that the host writes.
    sealed class Input
    {
        readonly int descriptor;
        byte[] buffer = new byte[256 * 1024];
        int taken;  // Where the lines end that have been handed out.
        int searched;  // Up to where there is no line feed, so that a long line is searched only once.
        int filled;

        public Input(int descriptor)
        {
            this.descriptor = descriptor;
        }

        // The next complete line among what has been read already, or null. It is good until `Await` is called.
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

        // Waits for more to read. False is the end of the session.
        public bool Await()
        {
            MakeRoom();
            int count = Posix.Read(descriptor, buffer, filled, buffer.Length - filled);
            filled += count;
            if (count == 0 && filled != 0) throw new Malformed("the input ends in the middle of a line");
            return count != 0;
        }

        // Carries the beginning of a line to the front of the buffer, and makes the buffer larger for a line that fills it.
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
