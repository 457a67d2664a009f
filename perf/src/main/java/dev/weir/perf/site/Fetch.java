package dev.weir.perf.site;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One download that may take several requests: it goes on where the last one ended, by Range and If-Range, and every byte
 * must be that of one version of the file, the same from the first to the last. Not thread-safe.
 */
public final class Fetch {
    public static final String WHOLE = "whole";
    public static final String SHORT = "short";
    public static final String MIXED = "other bytes";

    private static final int OK = 200;
    private static final int PARTIAL = 206;

    private final String path;
    private final List<byte[]> versions;
    /** Those that the bytes so far may belong to. */
    private List<byte[]> possible;

    private @Nullable String tag;
    private int position;
    private int resumed;
    private int anew;

    public Fetch(String path, List<byte[]> versions) {
        this.path = path;
        this.versions = versions;
        possible = versions;
    }

    /** Asks once, over a connection of this client's. */
    public static String once(Site site, int client, String file, byte[] body) throws IOException {
        try (Wire wire = Wire.open(site, client)) {
            return new Fetch("/files/" + file, List.of(body)).get(wire, Long.MAX_VALUE);
        }
    }

    /** Has clients from this number on download a file of so many bytes, spread over the ramp. */
    public static Crowd crowd(Site site, int first, int count, Duration ramp, String file, int bytes)
            throws IOException {
        byte[] body = site.target(file, bytes).body().bytes();
        return Crowd.of(count, ramp, number -> once(site, first + number, file, body));
    }

    /**
     * Asks for what is missing, and leaves once it has so many bytes.
     *
     * @return {@link #WHOLE}, {@link #SHORT}, {@link #MIXED}, or the status
     */
    public String get(Wire wire, long enough) throws IOException {
        String range = tag == null ? "" : "Range: bytes=%d-\r\nIf-Range: %s\r\n".formatted(position, tag);
        wire.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + range + "\r\n");
        Wire.Head head = wire.head();
        if (head.status() == PARTIAL && tag != null) {
            resumed++;
            if (!head.fields().getOrDefault("content-range", "").startsWith("bytes " + position + "-")) {
                return MIXED;
            }
        } else if (head.status() == OK) {
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
            if (position >= enough) {
                return SHORT;
            }
            int read = wire.read(buffer);
            if (read < 0) {
                return SHORT;
            }
            if (!isOneOf(buffer, read)) {
                return MIXED;
            }
            position += read;
        }
        return isAtAnEnd() ? WHOLE : MIXED;
    }

    private boolean isOneOf(byte[] buffer, int length) {
        int to = position + length;
        possible = possible.stream()
                .filter(version -> to <= version.length && Arrays.equals(buffer, 0, length, version, position, to))
                .toList();
        return !possible.isEmpty();
    }

    private boolean isAtAnEnd() {
        return possible.stream().anyMatch(version -> version.length == position);
    }

    public int position() {
        return position;
    }

    /** How often it went on with 206. */
    public int resumed() {
        return resumed;
    }

    /** How often it had to begin again, since the file was another one. */
    public int anew() {
        return anew;
    }
}
