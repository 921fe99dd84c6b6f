package rathaus;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads the lines of the host. */
final class Input {
    private final InputStream stream;
    private byte[] buffer = new byte[256 * 1024];
    private int taken;  // The end of the lines that `line` has returned.
    private int searched;  // There is no line feed before this. A long line is searched once.
    private int filled;

    Input(InputStream stream) {
        this.stream = stream;
    }

    /**
     * Returns the next complete line in the buffer, or null. It is valid until `await` is called.
     */
    Fields line() {
        while (searched < filled && buffer[searched] != '\n') searched++;
        if (searched == filled) return null;
        int begin = taken;
        taken = searched + 1;
        return new Fields(buffer, begin, searched++);
    }

    /** Waits for more input. Returns false at the end of the session. */
    boolean await() throws IOException {
        makeRoom();
        int count = stream.read(buffer, filled, buffer.length - filled);
        if (count > 0) filled += count;
        if (count < 0 && filled != 0) throw new Malformed("the input ends in the middle of a line");
        return count >= 0;
    }

    /**
     * Moves an incomplete line to the front of the buffer, and enlarges the buffer for a long line.
     */
    private void makeRoom() {
        filled -= taken;
        searched -= taken;
        System.arraycopy(buffer, taken, buffer, 0, filled);
        taken = 0;
        if (2 * filled > buffer.length) buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
}
