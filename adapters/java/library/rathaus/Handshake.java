package rathaus;

/** The first line of the host, and the reply to it. */
final class Handshake {
    static final int BOARDS = 64;

    private Handshake() {
    }

    static String acceptance(boolean traces) {
        return "turns boards=" + BOARDS + (traces ? " trace" : "");
    }

    /** Stores the game's parameters. Returns a reason if this adapter cannot play the game. */
    static String refusal(Fields fields) {
        if (!fields.word().equals("rathaus")) throw new Malformed("the first line is not a handshake");
        if (!fields.more() || !fields.word().equals("1")) return "this adapter supports only version 1 of the protocol";
        if (!fields.more() || !fields.word().equals("rat-race")) return "this adapter supports only the game rat-race";
        while (fields.more()) Parameters.update(fields.word());
        return null;
    }
}
