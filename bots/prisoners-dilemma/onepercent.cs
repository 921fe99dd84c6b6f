// One percent: takes from everybody who is poorer than itself, and so from nobody in the first
// round. The original also preferred the poor, but how it chose them is not known.
using System;

static class OnePercent {
    static void Main() {
        string[] header = Console.ReadLine().Split(' ');
        int players = int.Parse(header[0]), me = int.Parse(header[1]), rounds = int.Parse(header[2]);

        int[] scores = new int[players + 1];
        for (int round = 0; round < rounds; round++) {
            string[] numbers = Console.ReadLine().Split(new[] {'(', ',', ' ', ')'}, StringSplitOptions.RemoveEmptyEntries);
            for (int i = 0; i < numbers.Length; i += 2) {
                scores[int.Parse(numbers[i])] += 1;
                scores[int.Parse(numbers[i + 1])] -= 2;
            }
        }

        for (int other = 1; other <= players; other++) {
            if (scores[other] < scores[me]) {
                Console.Write(other + " ");
            }
        }
        Console.WriteLine();
    }
}
