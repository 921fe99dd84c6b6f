// A first bot for {game}. It says at random what bots of this game could say; its rules tell what its lines mean.
//
// It lives for a match, and remembers what it likes. A line has to be answered within its time.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

public class Bot {
    /** What bots could say. */
    private static final String[] ANSWERS = {{examples}};

    /** How lines begin that want an answer. Other lines tell something. */
    private static final String QUESTION = {question};

    /** With a seed of its own, it plays the same match again in the same way. */
    private static final Random CHANCE = new Random(1);

    private static String answer(String line) {
        return ANSWERS[CHANCE.nextInt(ANSWERS.length)];
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.startsWith(QUESTION)) System.out.println(answer(line));
        }
    }
}
