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
        // What the submission prints is not taken for a reply, and it cannot read the requests.
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        int status = main.play(arguments[0]);
        // Exits without running the shutdown hooks of the submission, and without waiting for its
        // threads.
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    /** Plays a session, from the handshake to the end of the input. Returns the exit status. */
    private int play(String name) throws IOException {
        try {
            return runSession(name);
        } catch (Malformed error) {
            output.flush();
            System.err.println("the session ends: " + error.getMessage());
            return 2;
        }
    }

    /** The handshake comes first, because loading needs the parameters of the game. */
    private int runSession(String name) throws IOException {
        Fields first = nextLine();
        if (first == null) return 0;
        String refusal = Handshake.refusal(first);
        Constructor<? extends Player> constructor = refusal == null ? load(name) : null;
        if (refusal == null && constructor == null) return 1;
        Trace trace = refusal == null ? Trace.of(constructor.getDeclaringClass()) : null;
        output.add("rathaus 1 " + (refusal == null ? Handshake.acceptance(trace != null) : "refuse " + refusal) + "\n");
        if (refusal == null) handleLines(new Session(constructor, trace, output));
        output.flush();
        return 0;
    }

    private void handleLines(Session session) throws IOException {
        for (Fields fields = nextLine(); fields != null; fields = nextLine()) session.handle(fields);
        session.end();
    }

    /** The next line, or null at the end. Flushes replies before it waits for more input. */
    private Fields nextLine() throws IOException {
        while (true) {
            Fields line = input.line();
            if (line != null) return line;
            output.flush();
            if (!input.await()) return null;
        }
    }

    /**
     * Loads the submission. Prints a stack trace and returns null if that fails. Loading draws the
     * same random numbers in every process.
     */
    private static Constructor<? extends Player> load(String name) {
        TurnRandom.ONLY.begin(0);
        try {
            Class<? extends Player> type = Class.forName("game.players." + name).asSubclass(Player.class);
            Constructor<? extends Player> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (Throwable error) {
            Errors.printTrace(error);
            return null;
        }
    }
}
