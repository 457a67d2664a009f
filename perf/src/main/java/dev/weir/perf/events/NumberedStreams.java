package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Subscribers of one topic. They check the number in each event's text ({@link EventRecorder#text}). A subscriber that
 * loses its connection goes to the next server and resumes after its last event. Used only on the event loop.
 */
public final class NumberedStreams {
    private static final long MOST_MILLIS_AWAY = 1_000;
    private static final String CONNECT = "connect: "; // how the reason begins if connecting has failed

    private final Generator generator;
    private final List<InetSocketAddress> servers;
    private final String path;
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(20261126);
    private final StreamTally tally;

    /** Server {@code n % publishers} publishes event {@code n}. Latencies count from event {@code measuredFrom} on. */
    public NumberedStreams(
            Generator generator, List<InetSocketAddress> servers, String topic, int publishers, int measuredFrom) {
        this.generator = generator;
        this.servers = List.copyOf(servers);
        tally = new StreamTally(publishers, measuredFrom);
        path = "/events" + (topic.isEmpty() ? "" : "?topic=" + topic);
    }

    /** Connects {@code count} subscribers: one to server {@code place}, one to {@code place + step}, and so on. */
    public void start(int count, int place, int step, Duration ramp) {
        generator.spread(count, ramp, i -> subscribers.add(new Subscriber(place + i * step)));
    }

    /**
     * Resets all connections. Each subscriber then reconnects and resumes after the first event id that it ever got. So
     * the servers must send all later events again. Sets the counts of lost events, repeated events and errors to zero.
     */
    public void again() {
        tally.begin();
        subscribers.forEach(Subscriber::again);
    }

    public int ready() {
        return tally.ready;
    }

    public long cutOff() {
        return tally.cutOff;
    }

    public long missing(int published) {
        return subscribers.stream()
                .mapToLong(subscriber -> published - subscriber.next)
                .sum();
    }

    public Seen seen(int published) {
        return tally.seen(missing(published));
    }

    private final class Subscriber {
        private final InetSocketAddress source = generator.freshAddress();
        private int place;
        private int next;
        private int afterFirstId; // the number of the first event after firstId
        private String firstId = "";
        private String lastId = "";
        private Stay stay; // the present connection
        private Future<?> coming = new CompletableFuture<>(); // the timer that starts the next stay

        Subscriber(int place) {
            this.place = place;
            stay = come();
        }

        private Stay come() {
            Stay coming = new Stay(lastId.isEmpty() ? "" : "\r\nLast-Event-ID: " + lastId);
            generator.connect(servers.get(place % servers.size()), source, coming);
            return coming;
        }

        private void comeLater() {
            long awayNanos = TimeUnit.MILLISECONDS.toNanos(random.nextLong(MOST_MILLIS_AWAY));
            coming.cancel(false);
            coming = generator.askAt(System.nanoTime() + awayNanos, () -> stay = come());
        }

        void again() {
            stay.gone();
            next = afterFirstId;
            lastId = firstId;
            comeLater();
        }

        private void event(int number, long latencyNanos) {
            afterFirstId = lastId.equals(firstId) ? number + 1 : afterFirstId; // firstId may be this event's
            next = tally.event(number, next, latencyNanos);
        }

        private final class Stay extends HttpConnection implements EventFrames.Listener {
            private final EventFrames frames = new EventFrames(this);
            private final String fields;
            private boolean begun;

            Stay(String fields) {
                this.fields = fields;
            }

            @Override
            protected void opened() {
                request("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream" + fields
                        + "\r\n\r\n");
            }

            @Override
            protected void head(HttpResponse head) {
                if (head.status().code() != 200) {
                    throw new IllegalStateException("status " + head.status().code());
                }
            }

            @Override
            protected void body(ByteBuf part) {
                frames.read(part, part.readableBytes());
            }

            @Override
            public void id(byte[] bytes, int from, int to) {
                lastId = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
                firstId = firstId.isEmpty() ? lastId : firstId;
            }

            @Override
            public void comment() {
                tally.ready += begun ? 0 : 1;
                begun = true;
            }

            @Override
            public void event(byte[] bytes, int from, int to) {
                comment();
                int number = EventRecorder.number(bytes, from, to);
                if (number < 0) {
                    throw new IllegalStateException("an event that nobody published");
                }
                Subscriber.this.event(number, readNanos() - EventRecorder.dueNanos(bytes, from));
            }

            @Override
            public void retry() {}

            @Override
            protected void answered(HttpResponse head) {
                closed(null);
            }

            @Override
            protected void closed(@Nullable String error) {
                gone();
                tally.cutOff++;
                place++;
                comeLater();
            }

            @Override
            protected void ended(@Nullable String reason) {
                if (reason != null && reason.startsWith(CONNECT)) {
                    closed(reason);
                } else {
                    gone();
                    tally.failed(String.valueOf(reason));
                }
            }

            void gone() {
                tally.ready -= begun ? 1 : 0;
                begun = false;
                leave(true);
            }
        }
    }
}
