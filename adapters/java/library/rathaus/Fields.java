package rathaus;

import java.nio.charset.StandardCharsets;

/** Reads the fields of one line of the host. */
final class Fields {
    private final byte[] data;
    private final int end;
    private int at;

    /** The line feed is at `end`. */
    Fields(byte[] data, int begin, int end) {
        this.data = data;
        this.at = begin;
        this.end = end;
    }

    /** Whether fields are left. Reading a field also skips the space or line feed after it. */
    boolean more() {
        return at <= end;
    }

    void finish() {
        if (more()) throw new Malformed("there are more fields than expected");
    }

    /** An upper bound for the remaining pairs of numbers: a pair takes at least four characters. */
    int maxPairs() {
        return (end - at) / 4 + 1;
    }

    /** Returns the next field. */
    String word() {
        int begin = at;
        int stop = fieldEnd();
        at = stop + 1;
        return new String(data, begin, stop - begin, StandardCharsets.ISO_8859_1);
    }

    /** Returns the next field, which must have this length. */
    String word(int length) {
        String word = word();
        if (word.length() != length) throw new Malformed("a field has the wrong length");
        return word;
    }

    /** Parses the next field as a decimal number of at most nine digits. */
    int number() {
        if (!more()) throw new Malformed("a number is missing");
        int begin = at, value = 0, digit;
        while ((digit = data[at] - '0') >= 0 && digit <= 9) {
            value = 10 * value + digit;
            at++;
        }
        if (at == begin || at - begin > 9) throw new Malformed("a number has too few or too many digits");
        if (data[at] != ' ' && at != end) throw new Malformed("a number contains another character");
        at++;
        return value;
    }

    private int fieldEnd() {
        if (!more()) throw new Malformed("a field is missing");
        int stop = at;
        while (stop < end && data[stop] != ' ') stop++;
        return stop;
    }

    @Override
    public String toString() {
        return new String(data, at, Math.max(0, Math.min(80, end - at)), StandardCharsets.ISO_8859_1);
    }
}
