using System;
using System.IO;
using System.Runtime.InteropServices;

namespace Rathaus
{
    // System calls for the pipes to the host. The streams of the base classes use the descriptors 0
    // and 1, which belong to the submission.
    static class Posix
    {
        const int Interrupted = 4;
        const int ReadOnly = 0;

        [DllImport("libc", SetLastError = true)]
        static extern int dup(int descriptor);

        [DllImport("libc", SetLastError = true)]
        static extern int dup2(int descriptor, int other);

        [DllImport("libc", SetLastError = true)]
        static extern int open(string path, int flags);

        [DllImport("libc", SetLastError = true)]
        static extern IntPtr read(int descriptor, IntPtr bytes, IntPtr count);

        [DllImport("libc", SetLastError = true)]
        static extern IntPtr write(int descriptor, IntPtr bytes, IntPtr count);

        [DllImport("libc")]
        static extern void _exit(int status);

        public static int Duplicate(int descriptor)
        {
            int result = dup(descriptor);
            if (result < 0) throw new IOException("a descriptor cannot be duplicated");
            return result;
        }

        public static void Redirect(int descriptor, int target)
        {
            if (dup2(target, descriptor) < 0) throw new IOException("a descriptor cannot be redirected");
        }

        public static void RedirectToNull(int descriptor)
        {
            Redirect(descriptor, open("/dev/null", ReadOnly));
        }

        // Exits without running exit handlers of the submission.
        public static void Exit(int status)
        {
            _exit(status);
        }

        public static int Read(int descriptor, byte[] buffer, int offset, int count)
        {
            return Transfer(read, descriptor, buffer, offset, count);
        }

        public static int Write(int descriptor, byte[] buffer, int offset, int count)
        {
            return Transfer(write, descriptor, buffer, offset, count);
        }

        delegate IntPtr Call(int descriptor, IntPtr bytes, IntPtr count);

        static int Transfer(Call call, int descriptor, byte[] buffer, int offset, int count)
        {
            GCHandle pin = GCHandle.Alloc(buffer, GCHandleType.Pinned);
            try
            {
                IntPtr bytes = Marshal.UnsafeAddrOfPinnedArrayElement(buffer, offset);
                while (true)
                {
                    int done = (int)call(descriptor, bytes, (IntPtr)count);
                    if (done >= 0) return done;
                    if (Marshal.GetLastWin32Error() != Interrupted) throw new IOException("reading from or writing to the host failed");
                }
            }
            finally
            {
                pin.Free();
            }
        }
    }
}
