package rathaus;

import java.nio.charset.StandardCharsets;

/** Reads the fields of one line of the host. */
final class Fields {
    private final byte[] data;
    private final int end;
    private int at;

    /** The line feed stands at `end`. */
    Fields(byte[] data, int begin, int end) {
        this.data = data;
        this.at = begin;
        this.end = end;
    }

    /** Every field is followed by one blank or by the end of the line, so being behind the line feed is having read all. */
    boolean more() {
        return at <= end;
    }

    void finish() {
        if (more()) throw new Malformed("there are more fields than expected");
    }

    /** No more than this many pairs of numbers are left: each number takes a digit and what follows it. */
    int mostPairs() {
        return (end - at) / 4 + 1;
    }

    /** The next field as it stands. */
    String word() {
        int begin = at;
        int stop = fieldEnd();
        at = stop + 1;
        return new String(data, begin, stop - begin, StandardCharsets.ISO_8859_1);
    }

    /** The next field, which has to have so many characters. */
    String word(int length) {
        String word = word();
        if (word.length() != length) throw new Malformed("a field has the wrong length");
        return word;
    }

    /** The next field as a decimal number of at most nine digits. */
    int number() {
        if (!more()) throw new Malformed("a number is missing");
        int begin = at, value = 0, digit;
        while ((digit = data[at] - '0') >= 0 && digit <= 9) {
            value = 10 * value + digit;
            at++;
        }
        if (at == begin || at - begin > 9) throw new Malformed("a number has too few or too many digits");
        if (data[at] != ' ' && at != end) throw new Malformed("a number ends in something else");
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
