using System;
using System.Linq;

namespace Rathaus
{
    // Error messages: one line for the host, a stack trace for people.
    static class Errors
    {
        const int MaxLength = 4000;
        const int MaxLines = 100;

        // Makes the words fit into an error line: printable ASCII, at most 4,096 bytes in all.
        public static string OneLine(string words)
        {
            char[] line = words.Take(MaxLength).Select(c => c >= ' ' && c <= '~' ? c : char.IsWhiteSpace(c) ? ' ' : '?').ToArray();
            return new string(line).Trim();
        }

        // The name of the error's type and its message. The submission's `Message` may fail.
        public static string Describe(Exception error)
        {
            string name = error.GetType().Name;
            try
            {
                return string.IsNullOrEmpty(error.Message) ? name : name + ": " + error.Message;
            }
            catch (Exception)
            {
                return name;
            }
        }

        // Prints the stack trace without the frames of the adapter. An endless recursion has too
        // many frames to print all of them.
        public static void PrintTrace(Exception error)
        {
            try
            {
                string[] lines = error.ToString().Split('\n').Where(line => !IsOfAdapter(line.TrimStart())).Take(MaxLines).ToArray();
                Console.Error.WriteLine(string.Join("\n", lines));
            }
            catch (Exception)
            {
                Console.Error.WriteLine(Describe(error));
            }
        }

        static bool IsOfAdapter(string line)
        {
            return line.StartsWith("at Rathaus.") || line.StartsWith("at (wrapper ");
        }
    }
}
