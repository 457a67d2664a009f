package dev.weir.resilience.storm;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A download that can be resumed by Range and If-Range. Checks that all bytes are of one version of the file. */
final class Fetch {
    static final String WHOLE = "whole";
    static final String SHORT = "short";
    static final String MIXED = "other bytes";

    private final String path;
    private final List<byte[]> versions;
    private List<byte[]> possible;
    private @Nullable String tag;
    private int position;
    private int resumed;
    private int anew;

    Fetch(String path, List<byte[]> versions) {
        this.path = path;
        this.versions = versions;
        possible = versions;
    }

    static String once(Stage stage, int client, String file, byte[] body) throws IOException {
        try (RawSocket socket = stage.connect(client)) {
            return new Fetch("/files/" + file, List.of(body)).get(socket, Long.MAX_VALUE);
        }
    }

    static Crowd crowd(Stage stage, int first, int count, Duration ramp, String file, int bytes) throws IOException {
        byte[] body = stage.target(file, bytes).body().bytes();
        return Crowd.of(count, ramp, number -> once(stage, first + number, file, body));
    }

    /** Downloads the file or the rest of it. Stops at {@code enough} bytes. Returns the outcome, as {@link #WHOLE}. */
    String get(RawSocket socket, long enough) throws IOException {
        String range = tag == null ? "" : "Range: bytes=%d-\r\nIf-Range: %s\r\n".formatted(position, tag);
        socket.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + range + "\r\n");
        RawSocket.AnswerHead head = socket.head();
        if (head.status() == 206 && tag != null) {
            resumed++;
            if (!head.fields().getOrDefault("content-range", "").startsWith("bytes " + position + "-")) {
                return MIXED;
            }
        } else if (head.status() == 200) {
            anew += tag == null ? 0 : 1;
            position = 0;
            possible = versions;
        } else {
            return "status " + head.status();
        }
        tag = head.fields().get("etag");
        long end = position + head.length();
        byte[] buffer = new byte[16 << 10];
        while (position < end) {
            int read = position >= enough ? -1 : socket.read(buffer);
            if (read < 0) {
                return SHORT;
            }
            if (!agrees(buffer, read)) {
                return MIXED;
            }
            position += read;
        }
        return possible.stream().anyMatch(version -> version.length == position) ? WHOLE : MIXED;
    }

    private boolean agrees(byte[] buffer, int length) {
        int to = position + length;
        possible = possible.stream()
                .filter(version -> to <= version.length && Arrays.equals(buffer, 0, length, version, position, to))
                .toList();
        return !possible.isEmpty();
    }

    int resumed() {
        return resumed;
    }

    int anew() {
        return anew;
    }
}
