// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
using System;

public static class Bot
{
    // Replies to choose from.
    private static readonly string[] Replies = {{examples}};

    // The start of the lines that need a reply. All other lines are information.
    private const string RequestStart = {question};

    // A fixed seed, so that the bot plays the same match in the same way again.
    private static readonly Random random = new Random(1);

    private static string Reply(string line)
    {
        return Replies[random.Next(Replies.Length)];
    }

    public static void Main()
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            if (!line.StartsWith(RequestStart, StringComparison.Ordinal)) continue;
            Console.WriteLine(Reply(line));
            Console.Out.Flush();
        }
    }
}
