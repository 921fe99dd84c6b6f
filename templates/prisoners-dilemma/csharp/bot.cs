// A first bot for the prisoner's dilemma: tit for tat that forgives.
//
//     rathaus play prisoners-dilemma . .
//     rathaus check prisoners-dilemma .
//
// Each round runs this program once. It reads the whole game so far and writes the identifiers of
// the players to take from. A take gains 1 point and costs the other player 2, so feuds hurt both.
//
// The same input must give the same output. Instead of random numbers, use the number of the
// round: it is the same for all players. To keep data, write a second line. It is the last line
// of the next input.
using System;
using System.Collections.Generic;
using System.Linq;

public static class Bot
{
    // It forgives everybody in one round of this many. This ends feuds with players like itself.
    private const ulong ForgivesEvery = 10;

    // Returns the players to take from. `history` has pairs {taker, taken} for each round.
    private static IEnumerable<int> Takes(int players, int me, List<List<int[]>> history, ulong number)
    {
        if (history.Count == 0 || number % ForgivesEvery == 0) return new int[0];
        return history.Last().Where(take => take[1] == me).Select(take => take[0]);
    }

    // Reads a line such as `(1, 2) (4, 1) `.
    private static List<int[]> ReadRound(string line)
    {
        char[] marks = {'(', ',', ' ', ')', '\r'};
        int[] ids = line.Split(marks, StringSplitOptions.RemoveEmptyEntries).Select(int.Parse).ToArray();
        return Enumerable.Range(0, ids.Length / 2).Select(i => new[] {ids[2 * i], ids[2 * i + 1]}).ToList();
    }

    public static void Main()
    {
        int[] numbers = Console.ReadLine().Split(' ').Select(int.Parse).ToArray();
        var history = new List<List<int[]>>();
        for (int round = 0; round < numbers[2]; round++) history.Add(ReadRound(Console.ReadLine()));
        ulong number = ulong.Parse(Console.ReadLine());
        Console.WriteLine(string.Join(" ", Takes(numbers[0], numbers[1], history, number)));
        Console.Out.Flush();
    }
}
