package rathaus;

/** A line that the protocol does not know. It is the host's mistake and never the submission's. */
final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
        super(message);
    }
}
