package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Crowd.Newcomers;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Messages full of names that nobody has seen, without a key: no name may be kept after its message. */
final class NamesStorm {
    private static final int MESSAGE_BYTES = 1 << 20;
    private static final int MOST_NAMES = MESSAGE_BYTES / 11;
    private static final int CLIENTS = 4;
    private static final int WARM_UP = 20;
    private static final int STEPS = 10;
    private static final double MOST_MEGABYTES = 5;
    /** Nothing more to learn from there on, and the server is about to die. */
    private static final double TOO_MANY_MEGABYTES = 300;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    static final Storm STORM = Storm.of(
            "New names in SOAP messages (S11)",
            """
            POST /ws with an element of each of some 100,000 names, of 1 MiB, every name new, --messages times, by %d \
            clients on new connections. The heap is what lives after full collections; before, %d messages of one name \
            were sent. It ends early when the heap has grown by %.0f MB.\
            """.formatted(CLIENTS, WARM_UP, TOO_MANY_MEGABYTES),
            Storm.Setup.shared(0),
            NamesStorm::run);

    private NamesStorm() {}

    private static void run(Site site, Findings found) throws IOException, InterruptedException {
        int messages = site.sizes().messages;
        byte[] same = message(0);
        send(site, WARM_UP, () -> same);
        double before = site.heapMegabytes();
        AtomicLong names = new AtomicLong(1);
        long startNanos = System.nanoTime();
        int sent = 0;
        double grown = 0;
        int step = Math.max(1, messages / STEPS);
        // The first steps are short: where every name is kept the server does not live long.
        for (int next = Math.min(step, WARM_UP); sent < messages && grown < TOO_MANY_MEGABYTES; next = step) {
            int count = Math.min(next, messages - sent);
            send(site, count, () -> message(names.getAndAdd(MOST_NAMES)));
            sent += count;
            grown = site.heapMegabytes() - before;
            site.say("live heap after %,d messages".formatted(sent), "%+.1f MB".formatted(grown));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        found.exactly("messages answered with 400 or 503", sent, messages);
        found.measured("of them a second, collections included", sent / seconds, "");
        found.measured("live heap before", before, "MB");
        found.atMost("live heap after them, more", grown, MOST_MEGABYTES, "MB");
        Newcomers.come(site, found, ", in the end");
    }

    private static void send(Site site, int count, Supplier<byte[]> messages) throws InterruptedException {
        String head = Wire.post("/ws", "text/xml", MESSAGE_BYTES, "Connection: close", "SOAPAction: \"\"");
        AtomicLong left = new AtomicLong(count);
        try (Crowd crowd = Crowd.of(CLIENTS, Duration.ZERO, client -> {
            while (left.getAndDecrement() > 0) {
                try (Wire wire = Wire.open(site, client)) {
                    int status = wire.send(head).send(messages.get()).head().status();
                    if (status != 400 && status != 503) {
                        return "status " + status;
                    }
                }
            }
            return "sent";
        })) {
            Map<String, Long> outcomes = crowd.await(PATIENCE);
            if (crowd.counted("sent") < CLIENTS) {
                throw new IllegalStateException("messages are answered otherwise: " + outcomes);
            }
        }
    }

    /** Elements whose names are the numbers from this one on, in base 36; all have one name, if it is 0. */
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
