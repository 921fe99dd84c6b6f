using System;
using System.Linq;

namespace Rathaus
{
    // Says what went wrong: on one line for the host, with a stack trace for people.
    static class Errors
    {
        const int Longest = 4000;
        const int MostLines = 100;

        // The protocol has one line of ASCII for an error, and not more than 4,096 bytes of it.
        public static string OneLine(string words)
        {
            char[] line = words.Take(Longest).Select(c => c >= ' ' && c <= '~' ? c : char.IsWhiteSpace(c) ? ' ' : '?').ToArray();
            return new string(line).Trim();
        }

        // The name of the error's type and its message, which a submission may have written in a way that fails itself.
        public static string WordsFor(Exception error)
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

        // Prints the stack trace without the adapter's own frames, which would only hide the line that matters. Of an endless
        // recursion the first frames are enough.
        public static void PrintTrace(Exception error)
        {
            try
            {
                string[] lines = error.ToString().Split('\n').Where(line => !IsOwn(line.TrimStart())).Take(MostLines).ToArray();
                Console.Error.WriteLine(string.Join("\n", lines));
            }
            catch (Exception)
            {
                Console.Error.WriteLine(WordsFor(error));
            }
        }

        static bool IsOwn(string line)
        {
            return line.StartsWith("at Rathaus.") || line.StartsWith("at (wrapper ");
        }
    }
}
