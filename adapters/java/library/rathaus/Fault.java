package rathaus;

/** An error of the submission. Its message replaces the letters of the reply. */
final class Fault extends Exception {
    private static final long serialVersionUID = 1;

    private Fault(String words) {
        super(words, null, false, false);
    }

    static Fault raised(Throwable error) {
        Errors.printTrace(error);
        return new Fault("raised " + Errors.describe(error));
    }

    static Fault illegal(java.awt.Point move, int genome, int view) {
        String place = ", asked for genome " + genome + " at view " + view;
        if (move == null) return new Fault("raised NullPointerException: the player returned null" + place);
        return new Fault("illegal move (" + move.x + "," + move.y + ")" + place);
    }
}
