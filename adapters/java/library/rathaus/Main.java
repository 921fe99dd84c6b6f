package rathaus;

import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;

import game.players.Player;

/** Plays a submission: Main CLASS. */
public final class Main {
    private final Input input = new Input(new FileInputStream(FileDescriptor.in));
    private final Output output = new Output(new FileOutputStream(FileDescriptor.out));

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        Main main = new Main();
        // Whatever the submission prints is no answer, and there is nothing for it to read.
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        int status = main.play(arguments[0]);
        // The process ends without the submission's shutdown hooks and threads: they have nothing to add to a session that is
        // over.
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /** A session from the greeting to its end. Returns the exit status. */
    private int play(String name) throws IOException {
        try {
            return converse(name);
        } catch (Malformed error) {
            output.flush();
            System.err.println("the session ends: " + error.getMessage());
            return 2;
        }
    }

    /** The greeting comes first, because the submission is loaded with the parameters that it brings. */
    private int converse(String name) throws IOException {
        Fields first = nextLine();
        if (first == null) return 0;
        String refusal = Greeting.refusal(first);
        Constructor<? extends Player> maker = refusal == null ? load(name) : null;
        if (refusal == null && maker == null) return 1;
        Trace trace = refusal == null ? Trace.of(maker.getDeclaringClass()) : null;
        output.add("rathaus 1 " + (refusal == null ? Greeting.acceptance(trace != null) : "refuse " + refusal) + "\n");
        if (refusal == null) serve(new Session(maker, trace, output));
        output.flush();
        return 0;
    }

    private void serve(Session session) throws IOException {
        for (Fields fields = nextLine(); fields != null; fields = nextLine()) session.handle(fields);
        session.end();
    }

    /** The next line, or null. Answers are sent before waiting for more, but not while there are lines to go on with. */
    private Fields nextLine() throws IOException {
        while (true) {
            Fields line = input.line();
            if (line != null) return line;
            output.flush();
            if (!input.await()) return null;
        }
    }

    /** Loads the submission, with the same random numbers in every process. What it cannot do is its own fault, and said. */
    private static Constructor<? extends Player> load(String name) {
        TurnRandom.ONLY.begin(0);
        try {
            Class<? extends Player> type = Class.forName("game.players." + name).asSubclass(Player.class);
            Constructor<? extends Player> maker = type.getDeclaredConstructor();
            maker.setAccessible(true);
            return maker;
        } catch (Throwable error) {
            Errors.printTrace(error);
            return null;
        }
    }
}
