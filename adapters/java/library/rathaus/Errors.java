package rathaus;

import java.util.Arrays;
import java.util.stream.Stream;

/** Says what went wrong: on one line for the host, with a stack trace for people. */
final class Errors {
    private static final int LONGEST = 4000;
    private static final int MOST_CAUSES = 20;

    private Errors() {
    }

    /** The protocol has one line of ASCII for an error, and not more than 4,096 bytes of it. */
    static String oneLine(String words) {
        StringBuilder line = new StringBuilder();
        for (char c : words.substring(0, Math.min(words.length(), LONGEST)).toCharArray()) {
            line.append(c >= ' ' && c <= '~' ? c : Character.isWhitespace(c) ? ' ' : '?');
        }
        return line.toString().trim();
    }

    /** The name of the error's type and its message, which a submission may have written in a way that fails itself. */
    static String wordsFor(Throwable error) {
        String name = error.getClass().getSimpleName();
        if (name.isEmpty()) name = error.getClass().getName();
        try {
            String message = error.getMessage();
            return message == null || message.isEmpty() ? name : name + ": " + message;
        } catch (Throwable another) {
            return name;
        }
    }

    /** Prints the stack trace without the adapter's own frames, which would only hide the line that matters. */
    static void printTrace(Throwable error) {
        try {
            Throwable part = error;
            for (int i = 0; part != null && i < MOST_CAUSES; i++, part = part.getCause()) {
                Stream<StackTraceElement> frames = Arrays.stream(part.getStackTrace()).filter(Errors::isForeign);
                part.setStackTrace(frames.toArray(StackTraceElement[]::new));
            }
            error.printStackTrace(System.err);
        } catch (Throwable another) {
            System.err.println(wordsFor(error));
        }
    }

    private static boolean isForeign(StackTraceElement frame) {
        String name = frame.getClassName();
        return !name.startsWith("rathaus.") && !name.startsWith("java.lang.reflect.") && !name.contains(".internal.reflect.");
    }
}
