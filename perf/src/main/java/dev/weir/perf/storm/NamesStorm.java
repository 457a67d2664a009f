package dev.weir.perf.storm;

import dev.weir.perf.result.Checks;
import dev.weir.perf.storm.Crowd.Newcomers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A {@link Storm} of unsigned SOAP messages full of new XML element names. The server must not keep the names when a
 * message is over.
 */
final class NamesStorm {
    private static final int MESSAGE_BYTES = 1 << 20;
    private static final int MOST_NAMES = MESSAGE_BYTES / 11;
    private static final int CLIENTS = 4;
    private static final int WARM_UP = 20;
    private static final int STEPS = 10;
    private static final double MOST_MEGABYTES = 5;
    /** The growth of the heap at which the storm ends, because the server would soon run out of memory. */
    private static final double TOO_MANY_MEGABYTES = 300;

    static final Storm STORM = Storm.of(
            "New names in SOAP messages (S11)",
            """
            %d clients post --messages messages of 1 MiB to /ws, each on a new connection. A message has some 100,000 \
            elements, and every name is new. Before that, %d messages with one name are sent. The live heap is measured after \
            full collections. The storm ends early when the heap has grown by %.0f MB.\
            """.formatted(CLIENTS, WARM_UP, TOO_MANY_MEGABYTES),
            Storm.shared(0),
            NamesStorm::run);

    private static void run(Stage stage, Checks checks) throws IOException, InterruptedException {
        int messages = stage.sizes.messages;
        byte[] same = message(0);
        send(stage, WARM_UP, () -> same);
        double before = stage.heapMegabytes();
        AtomicLong names = new AtomicLong(1);
        long startNanos = System.nanoTime();
        int sent = 0;
        double grown = 0;
        int step = Math.max(1, messages / STEPS);
        // The first step is short, because a server that keeps every name soon runs out of memory.
        for (int next = Math.min(step, WARM_UP); sent < messages && grown < TOO_MANY_MEGABYTES; next = step) {
            int count = Math.min(next, messages - sent);
            send(stage, count, () -> message(names.getAndAdd(MOST_NAMES)));
            sent += count;
            grown = stage.heapMegabytes() - before;
            stage.say("live heap after %,d messages".formatted(sent), "%+.1f MB".formatted(grown));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        checks.exactly("messages answered with 400 or 503", sent, messages);
        checks.measured("messages per second, including collections", sent / seconds, "");
        checks.measured("live heap before", before, "MB");
        checks.atMost("growth of the live heap", grown, MOST_MEGABYTES, "MB");
        Newcomers.come(stage, checks, ", at the end");
    }

    private static void send(Stage stage, int count, Supplier<byte[]> messages) throws InterruptedException {
        String head = RawSocket.post("/ws", "text/xml", MESSAGE_BYTES, "Connection: close", "SOAPAction: \"\"");
        AtomicLong left = new AtomicLong(count);
        try (Crowd crowd = Crowd.of(CLIENTS, Duration.ZERO, client -> {
            while (left.getAndDecrement() > 0) {
                try (RawSocket socket = RawSocket.open(stage, client)) {
                    int status = socket.send(head).send(messages.get()).head().status();
                    if (status != 400 && status != 503) {
                        return "status " + status;
                    }
                }
            }
            return "sent";
        })) {
            Map<String, Long> outcomes = crowd.await(Duration.ofMinutes(10));
            if (crowd.counted("sent") < CLIENTS) {
                throw new IllegalStateException("messages got other answers than 400 and 503: " + outcomes);
            }
        }
    }

    static byte[] message(long from) {
        StringBuilder message = new StringBuilder(MESSAGE_BYTES).append("<e>");
        String end = "</e>";
        int elementLength = "<n0000000/>".length();
        for (long number = from;
                message.length() + elementLength + end.length() <= MESSAGE_BYTES;
                number += from == 0 ? 0 : 1) {
            String digits = Long.toString(number, 36);
            message.append("<n").repeat('0', 7 - digits.length()).append(digits).append("/>");
        }
        message.repeat(' ', MESSAGE_BYTES - end.length() - message.length()).append(end);
        return message.toString().getBytes(StandardCharsets.US_ASCII);
    }
}
