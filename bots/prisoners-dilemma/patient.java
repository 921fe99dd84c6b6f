// Patient: ignores the first take of each player. After that it takes from those who took from it
// in the round before. The only known fact about the original: unlike Wrathful, it starts without
// takes.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.StringTokenizer;

class patient {
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        StringTokenizer numbers = new StringTokenizer(input.readLine());
        int players = Integer.parseInt(numbers.nextToken());
        int me = Integer.parseInt(numbers.nextToken());
        int rounds = Integer.parseInt(numbers.nextToken());

        int[] offences = new int[players + 1];
        int[] latest = new int[players + 1];
        for (int round = 1; round <= rounds; round++) {
            numbers = new StringTokenizer(input.readLine(), "(, )");
            while (numbers.hasMoreTokens()) {
                int taker = Integer.parseInt(numbers.nextToken());
                int taken = Integer.parseInt(numbers.nextToken());
                if (taken == me) {
                    offences[taker]++;
                    latest[taker] = round;
                }
            }
        }

        StringBuilder victims = new StringBuilder();
        for (int other = 1; other <= players; other++) {
            if (offences[other] > 1 && latest[other] == rounds) {
                victims.append(other).append(' ');
            }
        }
        System.out.println(victims);
    }
}
