// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Flush each reply, and send it within the time limit.
using System;

public static class Bot
{
    // The starts of lines that need a reply, each followed by replies to choose from. The first
    // start that fits counts. All other lines are information.
    private static readonly string[][] Replies = {
        new[] { {question}, {examples} },
    };

    // A fixed seed, so that the bot plays the same match in the same way again.
    private static readonly Random random = new Random(1);

    // Returns the reply to a line, or null if it needs none.
    private static string Reply(string line)
    {
        foreach (string[] replies in Replies)
        {
            if (line.StartsWith(replies[0], StringComparison.Ordinal)) return replies[random.Next(1, replies.Length)];
        }
        return null;
    }

    public static void Main()
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            string answer = Reply(line);
            if (answer == null) continue;
            Console.Write(answer + "\n");
            Console.Out.Flush();
        }
    }
}
