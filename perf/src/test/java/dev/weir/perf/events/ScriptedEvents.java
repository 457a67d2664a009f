package dev.weir.perf.events;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A test server that delivers published events, with at most one planted fault. Each connection has a thread. */
final class ScriptedEvents implements AutoCloseable {
    enum Fault {
        NONE,
        /** Answers in the formats of nchan: streams are not chunked, and answers to polls are not JSON. */
        OTHER_SHAPE,
        /** The faults {@code LEAVES_OUT} to {@code EMPTY} affect only the third published event. */
        LEAVES_OUT,
        REPEATS,
        CHANGES,
        NEVER_COMES,
        ENDS,
        /** Answers a poll for the third event with status 204 (no event), but only once on each connection. */
        EMPTY,
        /** Skips at least one event when a subscriber connects again. */
        FORGETS,
        /** Refuses every request that publishes an event. */
        REFUSES
    }

    private static final int FAULTY = 3;
    private static final Pattern LAST_EVENT_ID = Pattern.compile("\r\nLast-Event-ID: e-([0-9]+)\r\n");

    private final ServerSocket socket;
    private final Fault fault;
    private final Queue<InetAddress> clients = new ConcurrentLinkedQueue<>();
    private final Set<OutputStream> unanswered = ConcurrentHashMap.newKeySet();
    private final List<String> log = new ArrayList<>();
    private boolean closed;

    ScriptedEvents(Fault fault) {
        this.fault = fault;
        try {
            socket = new ServerSocket(0, 128, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    /** Returns the addresses of the clients that have opened a stream, one for each stream. */
    Queue<InetAddress> clients() {
        return clients;
    }

    synchronized int published() {
        return log.size();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        } catch (IOException _) {
            // The test has closed the socket.
        }
    }

    private void serve(Socket client) {
        try (client;
                OutputStream out = client.getOutputStream()) {
            client.setTcpNoDelay(true);
            for (String request = head(client); !request.isEmpty(); request = head(client)) {
                if (request.startsWith("POST /events ")) {
                    publish(client, request, out);
                } else if (request.startsWith("GET /events ")) {
                    clients.add(client.getInetAddress());
                    stream(out, resumed(request));
                } else {
                    poll(request.substring(request.indexOf('?') + 1, request.indexOf(" HTTP")), out);
                }
            }
        } catch (IOException | InterruptedException _) {
            // The generator has closed the connection because of a wrong answer. This thread ends.
        }
    }

    private static String head(Socket client) throws IOException {
        StringBuilder head = new StringBuilder();
        int read = 0;
        while (head.indexOf("\r\n\r\n") < 0 && (read = client.getInputStream().read()) >= 0) {
            head.append((char) read);
        }
        return read < 0 ? "" : head.toString();
    }

    /** Returns the number of the event after which the stream begins, or 0 for a new subscriber. */
    private int resumed(String request) {
        var id = LAST_EVENT_ID.matcher(request);
        if (!id.find()) {
            return 0;
        }
        int seen = Integer.parseInt(id.group(1));
        return fault == Fault.FORGETS ? Math.max(seen + 1, published()) : seen;
    }

    private void publish(Socket client, String request, OutputStream out) throws IOException {
        String text = new String(client.getInputStream().readNBytes(100), US_ASCII);
        boolean right = request.contains("\r\nAuthorization: Bearer " + EventLoad.TOKEN + "\r\n")
                && request.contains("\r\nContent-Type: text/plain\r\n")
                && fault != Fault.REFUSES;
        if (right) {
            synchronized (this) {
                log.add(text);
                notifyAll();
            }
        }
        send(out, "HTTP/1.1 " + (right ? 201 : 401) + " \r\nContent-Length: 12\r\n\r\n{\"id\":\"e-1\"}");
    }

    private void stream(OutputStream out, int after) throws IOException, InterruptedException {
        boolean chunked = fault != Fault.OTHER_SHAPE;
        send(out, "HTTP/1.1 200 OK\r\n" + (chunked ? "Transfer-Encoding: chunked\r\n" : "") + "\r\n");
        frame(out, chunked ? "id: e-" + after + "\n\n" : ": hi\n\n");
        for (int number = after + 1; ; number++) {
            String text = event(number);
            for (int i = 0; i < times(number); i++) {
                frame(out, "id: e-" + number + "\ndata: " + text + "\n\n");
            }
            if (text == null || is(Fault.ENDS, number)) {
                out.close();
                return;
            }
        }
    }

    private void frame(OutputStream out, String frame) throws IOException {
        send(out, fault == Fault.OTHER_SHAPE ? frame : "%x\r\n%s\r\n".formatted(frame.length(), frame));
    }

    private void poll(String query, OutputStream out) throws IOException, InterruptedException {
        if (query.equals("timeout=0")) {
            send(out, "HTTP/1.1 204 No Content\r\nWeir-Cursor: e-" + published() + "\r\n\r\n");
            return;
        }
        int number = Integer.parseInt(query.substring("after=e-".length(), query.indexOf('&'))) + 1;
        if (is(Fault.EMPTY, number) && unanswered.add(out)) {
            send(out, "HTTP/1.1 204 No Content\r\nWeir-Cursor: e-" + (number - 1) + "\r\n\r\n");
            return;
        }
        int skipped = is(Fault.LEAVES_OUT, number) ? 1 : 0;
        String text = event(number + skipped);
        if (text == null || is(Fault.ENDS, number)) {
            out.close();
            return;
        }
        String cursor = "e-" + (is(Fault.REPEATS, number) ? number - 1 : number + skipped);
        String body = fault == Fault.OTHER_SHAPE
                ? text
                : "[{\"id\":\"" + cursor + "\",\"topic\":\"default\",\"type\":null,\"data\":\"" + text + "\"}]";
        send(
                out,
                "HTTP/1.1 200 OK\r\nWeir-Cursor: %s\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(cursor, body.length(), body));
    }

    /** Waits until the event is published, and returns its text. Returns null if the server is closed first. */
    private synchronized @Nullable String event(int number) throws InterruptedException {
        while (!closed && (log.size() < number || is(Fault.NEVER_COMES, number))) {
            wait();
        }
        String text = closed ? null : log.get(number - 1);
        return text != null && is(Fault.CHANGES, number) ? text.replace('a', 'b') : text;
    }

    private int times(int number) {
        return is(Fault.REPEATS, number) ? 2 : is(Fault.LEAVES_OUT, number) ? 0 : 1;
    }

    private boolean is(Fault planted, int number) {
        return fault == planted && number == FAULTY;
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(US_ASCII));
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        socket.close();
    }
}
