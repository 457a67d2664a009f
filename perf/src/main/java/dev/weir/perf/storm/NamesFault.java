package dev.weir.perf.storm;

import dev.weir.perf.site.Crowd;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Newcomers;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Site;
import dev.weir.perf.site.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Messages full of names that nobody has seen, without a key: no name may be kept after its message. */
final class NamesFault {
    private static final int MESSAGE_BYTES = 1 << 20;
    private static final int MOST_NAMES = MESSAGE_BYTES / 11;
    private static final int CLIENTS = 4;
    private static final int WARM_UP = 20;
    private static final int STEPS = 10;
    private static final double MOST_MEGABYTES = 5;
    /** Nothing more to learn from there on, and the server is about to die. */
    private static final double TOO_MANY_MEGABYTES = 300;

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    static final String DESCRIPTION = """
        POST /ws with an element of each of some 100,000 names, of 1 MiB, every name new, --messages times, by %d \
        clients on new connections. The heap is what lives after full collections; before, %d messages of one name \
        were sent. It ends early when the heap has grown by %.0f MB.\
        """.formatted(CLIENTS, WARM_UP, TOO_MANY_MEGABYTES);

    private NamesFault() {}

    static Figure.Found run(Setting setting) throws IOException, InterruptedException {
        int messages = setting.sizes().messages();
        try (Site site = Site.open(setting, 0)) {
            byte[] same = message(0);
            send(site, WARM_UP, same.length, () -> same);
            double before = heap(site);
            AtomicLong names = new AtomicLong(1);
            long startNanos = System.nanoTime();
            int sent = 0;
            double grown = 0;
            int step = Math.max(1, messages / STEPS);
            // The first steps are short: where every name is kept the server does not live long.
            for (int next = Math.min(step, WARM_UP); sent < messages && grown < TOO_MANY_MEGABYTES; next = step) {
                int count = Math.min(next, messages - sent);
                send(site, count, MESSAGE_BYTES, () -> message(names.getAndAdd(MOST_NAMES)));
                sent += count;
                grown = heap(site) - before;
                System.out.printf("%s: %,d messages, live heap +%.1f MB%n", site.contender(), sent, grown);
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            List<Figure> figures = new ArrayList<>(List.of(
                    Figure.exactly("messages answered with 400 or 503", sent, messages, ""),
                    Figure.told("of them a second, collections included", sent / seconds, ""),
                    Figure.told("live heap before", before, "MB"),
                    Figure.atMost("live heap after them, more", grown, MOST_MEGABYTES, "MB")));
            figures.addAll(Newcomers.come(site, ", in the end"));
            return site.found(figures, Map.of());
        }
    }

    /** The next message. */
    @FunctionalInterface
    private interface Source {
        byte[] next();
    }

    private static void send(Site site, int count, int length, Source source) throws InterruptedException {
        String head = "POST /ws HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/xml\r\n"
                + "SOAPAction: \"\"\r\nContent-Length: " + length + "\r\n\r\n";
        AtomicLong left = new AtomicLong(count);
        try (Crowd crowd = Crowd.of(CLIENTS, Duration.ZERO, client -> {
            while (left.getAndDecrement() > 0) {
                try (Wire wire = Wire.open(site, client)) {
                    int status = wire.send(head).send(source.next()).head().status();
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

    private static double heap(Site site) throws IOException {
        return site.server().memory().liveHeapBytes().orElseThrow() / 1e6;
    }

    /** Of elements whose names are the numbers from this on; of one name, if it is 0. */
    static byte[] message(long from) {
        byte[] start = "<e>".getBytes(StandardCharsets.US_ASCII);
        byte[] end = "</e>".getBytes(StandardCharsets.US_ASCII);
        byte[] message = new byte[MESSAGE_BYTES];
        System.arraycopy(start, 0, message, 0, start.length);
        int at = start.length;
        byte[] element = "<n0000000/>".getBytes(StandardCharsets.US_ASCII);
        for (long number = from; at + element.length + end.length <= message.length; number += from == 0 ? 0 : 1) {
            long left = number;
            for (int digit = 0; digit < 7; digit++) {
                element[8 - digit] = (byte) Character.forDigit((int) (left % 36), 36);
                left /= 36;
            }
            System.arraycopy(element, 0, message, at, element.length);
            at += element.length;
        }
        Arrays.fill(message, at, message.length, (byte) ' ');
        System.arraycopy(end, 0, message, message.length - end.length, end.length);
        return message;
    }
}
