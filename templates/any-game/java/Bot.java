// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Send each reply within the time limit.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

public class Bot {
    /**
     * The starts of lines that need a reply, each followed by replies to choose from. The first
     * start that fits counts. All other lines are information.
     */
    private static final String[][] REPLIES = {
        {{question}, {examples}},
    };

    /** A fixed seed, so that the bot plays the same match in the same way again. */
    private static final Random RANDOM = new Random(1);

    /** Returns the reply to a line, or null if it needs none. */
    private static String reply(String line) {
        for (String[] replies : REPLIES) {
            if (line.startsWith(replies[0])) return replies[1 + RANDOM.nextInt(replies.length - 1)];
        }
        return null;
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String answer = reply(line);
            if (answer != null) System.out.println(answer);
        }
    }
}
