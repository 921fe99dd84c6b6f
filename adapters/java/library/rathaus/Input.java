package rathaus;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines that the host writes. */
final class Input {
    private final InputStream stream;
    private byte[] buffer = new byte[256 * 1024];
    private int taken;  // Where the lines end that have been handed out.
    private int searched;  // Up to where there is no line feed, so that a long line is searched only once.
    private int filled;

    Input(InputStream stream) {
        this.stream = stream;
    }

    /** The next complete line among what has been read already, or null. It is good until `await` is called. */
    Fields line() {
        while (searched < filled && buffer[searched] != '\n') searched++;
        if (searched == filled) return null;
        int begin = taken;
        taken = searched + 1;
        return new Fields(buffer, begin, searched++);
    }

    /** Waits for more to read. False is the end of the session. */
    boolean await() throws IOException {
        makeRoom();
        int count = stream.read(buffer, filled, buffer.length - filled);
        if (count > 0) filled += count;
        if (count < 0 && filled != 0) throw new Malformed("the input ends in the middle of a line");
        return count >= 0;
    }

    /** Carries the beginning of a line to the front of the buffer, and makes the buffer larger for a line that fills it. */
    private void makeRoom() {
        filled -= taken;
        searched -= taken;
        System.arraycopy(buffer, taken, buffer, 0, filled);
        taken = 0;
        if (2 * filled > buffer.length) buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
}
