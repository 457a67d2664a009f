package dev.weir.resilience.storm;

import dev.weir.perf.events.EventLoad;
import dev.weir.perf.load.Generator.SourceAddresses;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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

/** An HTTP/1.1 connection over a plain socket, for requests that no client library sends. Confined to one thread. */
final class RawSocket implements Closeable {
    static final String AUTHORIZATION = "Authorization: Bearer " + EventLoad.TOKEN;
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int LONGEST_HEAD = 16 << 10;
    /** The index of client 0's source address, which is 127.64.1.1. The load generator uses other addresses. */
    static final int FIRST = 63 * 254 * 254;

    private final Socket socket = new Socket();
    private final InputStream in;

    record AnswerHead(int status, Map<String, String> fields) {
        long length() {
            return Long.parseLong(fields.getOrDefault("content-length", "-1"));
        }
    }

    private RawSocket(InetSocketAddress server, int client, int receiveBytes) throws IOException {
        if (receiveBytes > 0) {
            socket.setReceiveBufferSize(receiveBytes);
        }
        try {
            socket.bind(SourceAddresses.of(FIRST + client));
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(server, PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    static RawSocket open(InetSocketAddress server, int client) throws IOException {
        return new RawSocket(server, client, 0);
    }

    /** Opens a connection with a receive buffer of 4 KiB, so that the server's writes soon have to wait. */
    static RawSocket openNarrow(InetSocketAddress server, int client) throws IOException {
        return new RawSocket(server, client, 4 << 10);
    }

    static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }

    static String post(String path, String contentType, int length, String... fields) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + contentType + "\r\nContent-Length: "
                + length + "\r\n"
                + Stream.of(fields).map(field -> field + "\r\n").collect(Collectors.joining()) + "\r\n";
    }

    static String publication(String text) {
        return post("/events", "text/plain", text.length(), AUTHORIZATION) + text;
    }

    static int status(InetSocketAddress server, int client, String request) throws IOException {
        try (RawSocket socket = open(server, client)) {
            return socket.send(request).head().status();
        }
    }

    RawSocket send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawSocket send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    AnswerHead head() throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.length() < 4 || text.indexOf("\r\n\r\n", text.length() - 4) < 0) {
            int next = in.read();
            if (next < 0 || text.length() == LONGEST_HEAD) {
                throw new EOFException(text.isEmpty() ? "closed without an answer" : "the head does not end");
            }
            text.append((char) next);
        }
        String[] lines = text.toString().split("\r\n", -1);
        Map<String, String> fields = new TreeMap<>();
        for (int i = 1; i < lines.length - 2; i++) {
            String[] field = lines[i].split(":", 2);
            fields.put(field[0].toLowerCase(Locale.ROOT), field[1].strip());
        }
        return new AnswerHead(Integer.parseInt(lines[0].split(" ", -1)[1]), fields);
    }

    String body(AnswerHead head) throws IOException {
        byte[] body = in.readNBytes((int) Math.max(0, head.length()));
        if (body.length < head.length()) {
            throw new EOFException("the body ended early");
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    void patience(Duration time) throws IOException {
        socket.setSoTimeout((int) time.toMillis());
    }

    int read(byte[] into) throws IOException {
        return in.read(into);
    }

    boolean endsWithin(Duration time) throws IOException {
        long endNanos = System.nanoTime() + time.toNanos();
        byte[] dropped = new byte[1 << 10];
        try {
            for (long left = time.toMillis(); left > 0; left = (endNanos - System.nanoTime()) / 1_000_000) {
                socket.setSoTimeout((int) left);
                if (in.read(dropped) < 0) {
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

    String trickle(Duration betweenBytes, boolean trickles) throws IOException {
        while (!endsWithin(betweenBytes)) {
            if (trickles) {
                send("a");
            }
        }
        return "closed";
    }

    void leave(boolean reset) throws IOException {
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
