package dev.weir.perf.events;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.Window;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Streams of events on few HTTP/2 connections, many on each.
 *
 * <p>Confined to the generator's loop.
 */
public final class StreamsLoad extends EventAudience {
    private int streams;

    /** Starts nothing yet. */
    public StreamsLoad(Generator generator, InetSocketAddress server) {
        super(generator, server);
    }

    /** Opens so many connections with so many streams each, one after the other. On the generator's loop. */
    public void start(int count, int streamsEach, Duration ramp) {
        generator.spread(count, ramp, _ -> {
            streams += streamsEach;
            generator.connect(server, generator.freshAddress(), new StreamsConnection(owner, streamsEach));
        });
    }

    /** Events that are published from now on are counted, if it is in this window. On the generator's loop. */
    public void measure(Window window) {
        recorder.measure(window);
    }

    /** Publishes one event now. On the generator's loop. */
    public void publish() {
        publish(1, System.nanoTime());
    }

    @Override
    int size() {
        return streams;
    }
}
