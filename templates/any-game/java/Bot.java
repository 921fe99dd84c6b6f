// A first bot for {game}. It sends random replies. The rules of the game explain the lines.
//
// It runs for a whole match and may keep data. Send each reply within the time limit.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

public class Bot {
    /** Replies to choose from. */
    private static final String[] REPLIES = {{examples}};

    /** The start of the lines that need a reply. All other lines are information. */
    private static final String REQUEST_START = {question};

    /** A fixed seed, so that the bot plays the same match in the same way again. */
    private static final Random RANDOM = new Random(1);

    private static String reply(String line) {
        return REPLIES[RANDOM.nextInt(REPLIES.length)];
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith(REQUEST_START)) System.out.println(reply(line));
        }
    }
}
