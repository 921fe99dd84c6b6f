package rathaus;

import java.util.Arrays;
import java.util.stream.Stream;

/** Error messages: one line for the host, a stack trace for people. */
final class Errors {
    private static final int MAX_LENGTH = 4000;
    private static final int MAX_CAUSES = 20;

    private Errors() {
    }

    /** Makes the words fit into an error line: printable ASCII, at most 4,096 bytes in all. */
    static String oneLine(String words) {
        StringBuilder line = new StringBuilder();
        for (char c : words.substring(0, Math.min(words.length(), MAX_LENGTH)).toCharArray()) {
            line.append(c >= ' ' && c <= '~' ? c : Character.isWhitespace(c) ? ' ' : '?');
        }
        return line.toString().trim();
    }

    /** The name of the error's type and its message. The submission's `getMessage` may fail. */
    static String describe(Throwable error) {
        String name = error.getClass().getSimpleName();
        if (name.isEmpty()) name = error.getClass().getName();
        try {
            String message = error.getMessage();
            return message == null || message.isEmpty() ? name : name + ": " + message;
        } catch (Throwable another) {
            return name;
        }
    }

    /** Prints the stack trace without the frames of the adapter. */
    static void printTrace(Throwable error) {
        try {
            Throwable part = error;
            for (int i = 0; part != null && i < MAX_CAUSES; i++, part = part.getCause()) {
                Stream<StackTraceElement> frames = Arrays.stream(part.getStackTrace()).filter(Errors::isOfSubmission);
                part.setStackTrace(frames.toArray(StackTraceElement[]::new));
            }
            error.printStackTrace(System.err);
        } catch (Throwable another) {
            System.err.println(describe(error));
        }
    }

    private static boolean isOfSubmission(StackTraceElement frame) {
        String name = frame.getClassName();
        return !name.startsWith("rathaus.") && !name.startsWith("java.lang.reflect.") && !name.contains(".internal.reflect.");
    }
}
