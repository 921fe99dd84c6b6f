// A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
//
// It lives for a match, and remembers what it likes. A line has to be answered within its time, and flushed.
using System;

public static class Bot
{
    // What bots could say.
    private static readonly string[] Answers = {{examples}};

    // How lines begin that want an answer. Other lines tell something.
    private const string Question = {question};

    // With a seed of its own, it plays the same match again in the same way.
    private static readonly Random Chance = new Random(1);

    private static string Answer(string line)
    {
        return Answers[Chance.Next(Answers.Length)];
    }

    public static void Main()
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            if (!line.StartsWith(Question, StringComparison.Ordinal)) continue;
            Console.WriteLine(Answer(line));
            Console.Out.Flush();
        }
    }
}
