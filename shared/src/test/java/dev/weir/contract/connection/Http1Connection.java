package dev.weir.contract.connection;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLException;

public class Http1Connection extends Connection {
    private final InputStream in;
    private boolean bodyless;
    private Answer head = new Answer(0, Map.of(), new byte[0]);

    public Http1Connection(ClientSocket socket) {
        super(socket);
        this.in = new BufferedInputStream(socket.in());
    }

    @Override
    public Connection send(String method, String target, byte[] content, String... fields) {
        StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        if (Arrays.stream(fields).noneMatch(field -> field.startsWith("Host:"))) {
            request.append("Host: ").append(socket().host()).append("\r\n");
        }
        for (String field : fields) {
            request.append(field).append("\r\n");
        }
        bodyless = method.equals("HEAD");
        ByteArrayOutputStream all = new ByteArrayOutputStream(); // one write, as the kernel may delay a second one
        all.writeBytes(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        all.writeBytes(content);
        return send(all.toByteArray());
    }

    @Override
    public Connection sendOfUnknownLength(
            String method, String target, String content, List<String> trailers, String... fields) {
        StringBuilder chunks = new StringBuilder(Integer.toHexString(content.length()));
        chunks.append("\r\n").append(content).append("\r\n0\r\n");
        trailers.forEach(trailer -> chunks.append(trailer).append("\r\n"));
        String[] all = Arrays.copyOf(fields, fields.length + 1);
        all[fields.length] = "Transfer-Encoding: chunked";
        return send(method, target, chunks.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII), all);
    }

    @Override
    public Connection send(byte[] bytes) {
        try {
            socket().out().write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    @Override
    public Answer head() {
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

    @Override
    public boolean hasMore() {
        return socket().within(1, () -> {
            in.mark(1);
            boolean more = in.read() >= 0;
            in.reset();
            return more;
        });
    }

    @Override
    public boolean stirsWithin(int millis) {
        try {
            return socket().within(millis, () -> {
                in.mark(1);
                int _ = in.read();
                in.reset();
                return true;
            });
        } catch (UncheckedIOException e) {
            return true; // reset
        }
    }

    @Override
    public byte[] some(int most) {
        try {
            return upTo(most);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte[] piece() {
        byte[] first = some(1);
        try {
            return first.length == 0 || in.available() == 0 ? first : both(first, in.readNBytes(in.available()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] both(byte[] first, byte[] then) {
        byte[] both = Arrays.copyOf(first, first.length + then.length);
        System.arraycopy(then, 0, both, first.length, then.length);
        return both;
    }

    @Override
    public Answer rest(int already) {
        try {
            return new Answer(head.status(), head.fields(), content(already));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void reset() {
        socket().reset();
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

    private byte[] upTo(int most) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[Math.min(most, 64 * 1024)];
        while (body.size() < most) {
            try {
                int count = in.read(buffer, 0, Math.min(buffer.length, most - body.size()));
                if (count < 0) {
                    break;
                }
                body.write(buffer, 0, count);
            } catch (SocketException | SSLException e) {
                break; // reset
            }
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
