package rathaus;

/** The first line of the host, and its answer. */
final class Greeting {
    static final int BOARDS = 64;

    private Greeting() {
    }

    static String acceptance(boolean traces) {
        return "turns boards=" + BOARDS + (traces ? " trace" : "");
    }

    /** Takes over the game's parameters from the greeting, or says why the game cannot be played here. */
    static String refusal(Fields fields) {
        if (!fields.word().equals("rathaus")) throw new Malformed("the first line is no greeting");
        if (!fields.more() || !fields.word().equals("1")) return "only version 1 of the protocol is spoken here";
        if (!fields.more() || !fields.word().equals("rat-race")) return "only the game rat-race is played here";
        while (fields.more()) Parameters.update(fields.word());
        return null;
    }
}
