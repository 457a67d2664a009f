package dev.weir.perf.site;

import dev.weir.perf.events.EventLoad;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A connection as a socket has it, for what no client library would do. Confined to the virtual thread that opened it. */
public final class Wire implements Closeable {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int LONGEST_HEAD = 16 << 10;
    private static final int DIGITS = 254;
    private static final int FIRST = 64;
    /** The field that allows to publish. */
    public static final String AUTHORIZATION = "Authorization: Bearer " + EventLoad.TOKEN;

    private final Socket socket = new Socket();
    private final InputStream in;

    /**
     * The head of an answer.
     *
     * @param fields by their names in small letters
     */
    public record Head(int status, Map<String, String> fields) {
        /** Of the body, or -1 when the head does not tell. */
        public long length() {
            return Long.parseLong(fields.getOrDefault("content-length", "-1"));
        }
    }

    private Wire(InetSocketAddress server, InetSocketAddress from, int receiveBytes) throws IOException {
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        try {
            socket.bind(from);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(server, PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Connects from an address that is this client's alone. */
    public static Wire open(Site site, int client) throws IOException {
        return open(site.server().address(), client);
    }

    public static Wire open(InetSocketAddress server, int client) throws IOException {
        return new Wire(server, from(client), 0);
    }

    /** The same, with so small a buffer of the kernel's for what comes. */
    public static Wire open(Site site, int client, int receiveBytes) throws IOException {
        return new Wire(site.server().address(), from(client), receiveBytes);
    }

    /** A request of HTTP/1.1 for this path. */
    public static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    /** The head of one that announces so long a body. */
    public static String post(String path, String contentType, int length, String... fields) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                + length + "\r\n"
                + Stream.of(fields).map(field -> field + "\r\n").collect(Collectors.joining()) + "\r\n";
    }

    /** One that publishes this text as an event. */
    public static String publication(String text) {
        return post("/events", "text/plain", text.length(), AUTHORIZATION) + text;
    }

    /** Asks, and closes; the status. */
    public static int status(InetSocketAddress server, int client, String request) throws IOException {
        try (Wire wire = open(server, client)) {
            return wire.send(request).head().status();
        }
    }

    /** None that {@link dev.weir.perf.load.Generator.SourceAddresses} hands out. */
    private static InetSocketAddress from(int client) {
        String text = "127.%d.%d.%d"
                .formatted(
                        FIRST + client / (DIGITS * DIGITS) % FIRST, client / DIGITS % DIGITS + 1, client % DIGITS + 1);
        return new InetSocketAddress(InetAddress.ofLiteral(text), 0);
    }

    public Wire send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Wire send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /**
     * Reads to the end of a head.
     *
     * @throws IOException also when the server closes before
     */
    public Head head() throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < 4 || text.indexOf("\r\n\r\n", text.length() - 4) < 0) {
            int next = in.read();
            if (next < 0 || text.length() == LONGEST_HEAD) {
                throw new EOFException(text.isEmpty() ? "closed without an answer" : "no end of the head");
            }
            text.append((char) next);
        }
        String[] lines = text.toString().split("\r\n", -1);
        Map<String, String> fields = new TreeMap<>();
        for (int i = 1; i < lines.length - 2; i++) {
            int colon = lines[i].indexOf(':');
            fields.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        return new Head(Integer.parseInt(lines[0].split(" ", -1)[1]), fields);
    }

    /** Reads a body of this head to its end. */
    public byte[] body(Head head) throws IOException {
        byte[] body = in.readNBytes(head.length() < 0 ? Integer.MAX_VALUE : (int) head.length());
        if (body.length < head.length()) {
            throw new EOFException("the body ended early");
        }
        return body;
    }

    /** How long a read waits. */
    public void patience(Duration time) throws IOException {
        socket.setSoTimeout((int) time.toMillis());
    }

    /** At least one byte, and -1 at the end. */
    public int read(byte[] into) throws IOException {
        return in.read(into);
    }

    /** Whether the server ends the connection in this time; what it sends is thrown away. */
    public boolean endsWithin(Duration time) throws IOException {
        long endNanos = System.nanoTime() + time.toNanos();
        byte[] thrownAway = new byte[1 << 10];
        try {
            for (long left = time.toMillis(); left > 0; left = (endNanos - System.nanoTime()) / 1_000_000) {
                socket.setSoTimeout((int) left);
                if (in.read(thrownAway) < 0) {
                    return true;
                }
            }
            return false;
        } catch (SocketTimeoutException _) {
            return false;
        } finally {
            socket.setSoTimeout(PATIENCE_MILLIS);
        }
    }

    /** Waits until the server ends the connection, and sends a byte before each further wait, if it trickles. */
    public String trickle(Duration betweenBytes, boolean trickles) throws IOException {
        while (!endsWithin(betweenBytes)) {
            if (trickles) {
                send("a");
            }
        }
        return "closed";
    }

    /** Closes the connection, by a reset as when a process is killed, or in order. */
    public void leave(boolean reset) throws IOException {
        if (reset) {
            socket.setSoLinger(true, 0);
        }
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
