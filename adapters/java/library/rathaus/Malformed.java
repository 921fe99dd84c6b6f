package rathaus;

/** A line that is not in the protocol: a mistake of the host, never of the submission. */
final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    Malformed(String message) {
        super(message);
    }
}
