package dev.weir.contract;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One HTTP/1.1 connection: sends the request that it is given, byte for byte, and reads no more than it is told to. */
final class Connection implements AutoCloseable {
    /** Only how long a server may be silent before that is a failure. */
    private static final int SILENCE_MILLIS = 10_000;

    private final Socket socket = new Socket();
    private final InputStream in;
    private boolean bodyless;
    private Answer head = new Answer(0, Map.of(), new byte[0]);

    /**
     * Connects.
     *
     * @param from a loopback address of ours, which is what the server sees
     */
    Connection(String from, int port) {
        try {
            // Before it connects: it bounds what the kernel takes off a server that is not read from. Less than some
            // segments of the loopback interface would make the kernel of the server wait for room on a timer.
            socket.setReceiveBufferSize(256 * 1024);
            socket.setSoTimeout(SILENCE_MILLIS);
            socket.setTcpNoDelay(true); // head and content are two writes
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request without content. */
    Connection send(String method, String target, String... fields) {
        return send(method, target, new byte[0], fields);
    }

    /** Sends a GET of HTTP/1.0. */
    Connection getOfOldVersion(String target) {
        return send("GET", target, "HTTP/1.0", new byte[0]);
    }

    /** Sends a request and what comes after its fields, of which none says so by itself. */
    Connection send(String method, String target, byte[] content, String... fields) {
        return send(method, target, "HTTP/1.1", content, fields);
    }

    private Connection send(String method, String target, String version, byte[] content, String... fields) {
        StringBuilder request = new StringBuilder(method + " " + target + " " + version + "\r\nHost: 127.0.0.1\r\n");
        for (String field : fields) {
            request.append(field).append("\r\n");
        }
        bodyless = method.equals("HEAD");
        ByteArrayOutputStream all = new ByteArrayOutputStream(); // of two writes the second would wait for the kernels
        all.writeBytes(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        all.writeBytes(content);
        return send(all.toByteArray());
    }

    /** Sends bytes as they are: a part of a request. */
    Connection send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Reads status and fields, and nothing of the body. */
    Answer head() {
        try {
            String statusLine = line();
            Map<String, List<String>> fields = new LinkedHashMap<>();
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                fields.computeIfAbsent(line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
            head = new Answer(Integer.parseInt(statusLine.split(" ", 3)[1]), fields, new byte[0]);
            return head;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether something has come. */
    boolean hasMore() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether nothing more comes because the connection has ended, however it did. */
    boolean hasEnded() {
        try {
            return upTo(1).length == 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads some of the body, at most {@code most} bytes; fewer only when the connection ends. */
    byte[] some(int most) {
        try {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads what is left of the body after {@link #head} and {@code already} bytes of it. */
    Answer rest(int already) {
        try {
            return new Answer(head.status(), head.fields(), content(already));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer answer() {
        head();
        return rest(0);
    }

    /** Goes away as a killed process does: with a reset. */
    void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] content(int already) throws IOException {
        if (bodyless || head.status() == 204 || head.status() == 304) {
            return new byte[0];
        }
        if ("chunked".equalsIgnoreCase(head.field("Transfer-Encoding"))) {
            return chunks();
        }
        String length = head.field("Content-Length");
        return upTo(length == null ? Integer.MAX_VALUE : Integer.parseInt(length) - already);
    }

    /** What comes before the connection ends, however it ends; silence is no end. */
    private byte[] upTo(int most) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[64 * 1024];
        while (body.size() < most) {
            int count;
            try {
                count = in.read(buffer, 0, Math.min(buffer.length, most - body.size()));
            } catch (SocketException e) {
                break; // reset
            }
            if (count < 0) {
                break;
            }
            body.write(buffer, 0, count);
        }
        return body.toByteArray();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.write(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().split(";", 2)[0].strip(), 16);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection ended within a line: '" + line + "'");
            }
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }
}
