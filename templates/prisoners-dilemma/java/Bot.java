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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.TreeSet;

public class Bot {
    /** It forgives everybody in one round of this many. This ends feuds with its like. */
    private static final long FORGIVES_EVERY = 10;

    /** Returns the players to take from. `history` has pairs {taker, taken} for each round. */
    private static Set<Integer> takes(int players, int me, List<List<int[]>> history, long number) {
        Set<Integer> from = new TreeSet<>();
        if (history.isEmpty() || Long.remainderUnsigned(number, FORGIVES_EVERY) == 0) return from;
        for (int[] take : history.get(history.size() - 1)) {
            if (take[1] == me) from.add(take[0]);
        }
        return from;
    }

    /** Reads a line such as `(1, 2) (4, 1) `. */
    private static List<int[]> readRound(String line) {
        List<int[]> round = new ArrayList<>();
        StringTokenizer ids = new StringTokenizer(line, "(, )");
        while (ids.countTokens() >= 2) {
            round.add(new int[] {Integer.parseInt(ids.nextToken()), Integer.parseInt(ids.nextToken())});
        }
        return round;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String[] numbers = input.readLine().trim().split(" ");
        int players = Integer.parseInt(numbers[0]);
        int me = Integer.parseInt(numbers[1]);
        int rounds = Integer.parseInt(numbers[2]);
        List<List<int[]>> history = new ArrayList<>();
        for (int round = 0; round < rounds; round++) history.add(readRound(input.readLine()));
        long number = Long.parseUnsignedLong(input.readLine().trim());
        StringBuilder reply = new StringBuilder();
        for (int player : takes(players, me, history, number)) reply.append(player).append(' ');
        System.out.println(reply);
    }
}
