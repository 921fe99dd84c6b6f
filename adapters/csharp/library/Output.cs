using System;
using System.Diagnostics;
using System.Text;

namespace Rathaus
{
    // The answers to the host.
    sealed class Output
    {
        // An answer waits for others to come along, but no longer than this: the host may be measuring how long it takes.
        static readonly long longestWait = Stopwatch.Frequency / 1000;

        readonly int descriptor;
        byte[] buffer = new byte[64 * 1024];
        int used;
        long oldest;

        public Output(int descriptor)
        {
            this.descriptor = descriptor;
        }

        public void Add(string text)
        {
            byte[] bytes = Encoding.ASCII.GetBytes(text);
            Add(bytes, bytes.Length);
        }

        public void Add(byte[] bytes, int count)
        {
            if (used == 0) oldest = Stopwatch.GetTimestamp();
            if (used + count > buffer.Length) Array.Resize(ref buffer, 2 * (used + count));
            Buffer.BlockCopy(bytes, 0, buffer, used, count);
            used += count;
        }

        public void FlushIfWaitingLong()
        {
            if (used != 0 && Stopwatch.GetTimestamp() - oldest > longestWait) Flush();
        }

        public void Flush()
        {
            for (int sent = 0; sent < used; ) sent += Posix.Write(descriptor, buffer, sent, used - sent);
            used = 0;
        }
    }
}
