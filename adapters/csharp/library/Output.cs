using System;
using System.Diagnostics;
using System.Text;

namespace Rathaus
{
    // Writes replies to the host.
    sealed class Output
    {
        // How long a reply may wait to be written together with others: 1 ms, because its clock
        // runs.
        static readonly long maxDelay = Stopwatch.Frequency / 1000;

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

        public void FlushIfLate()
        {
            if (used != 0 && Stopwatch.GetTimestamp() - oldest > maxDelay) Flush();
        }

        public void Flush()
        {
            for (int sent = 0; sent < used; ) sent += Posix.Write(descriptor, buffer, sent, used - sent);
            used = 0;
        }
    }
}
