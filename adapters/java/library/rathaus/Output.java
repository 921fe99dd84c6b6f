package rathaus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes replies to the host. */
final class Output {
    /** Nanoseconds that a reply may wait to be written together with others. Its clock runs. */
    private static final long MAX_DELAY = 1000000;

    private final OutputStream stream;
    private byte[] buffer = new byte[64 * 1024];
    private int used;
    private long oldest;

    Output(OutputStream stream) {
        this.stream = stream;
    }

    void add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        add(bytes, bytes.length);
    }

    void add(byte[] bytes, int count) {
        if (used == 0) oldest = System.nanoTime();
        if (used + count > buffer.length) buffer = Arrays.copyOf(buffer, 2 * (used + count));
        System.arraycopy(bytes, 0, buffer, used, count);
        used += count;
    }

    void flushIfLate() throws IOException {
        if (used != 0 && System.nanoTime() - oldest > MAX_DELAY) flush();
    }

    void flush() throws IOException {
        stream.write(buffer, 0, used);
        used = 0;
    }
}
