package dev.weir.perf.events;

import dev.weir.perf.load.Connection;
import dev.weir.perf.load.Generator;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Subscribers, each of an address of its own, that read the beginning of their stream and nothing more. On the loop. */
public final class Stalled {
    private final List<Connection> open = new ArrayList<>();
    private int begun;

    /** Has so many come. */
    public void start(Generator generator, InetSocketAddress server, int count) {
        for (int i = 0; i < count; i++) {
            Connection subscriber = new Subscriber();
            open.add(subscriber);
            generator.connect(server, generator.freshAddress(), subscriber);
        }
    }

    /** How many have begun to read, and stopped. */
    public int begun() {
        return begun;
    }

    /** How many the server still keeps; who does not read hears of the end by a reset only. */
    public long open() {
        return open.stream().filter(Connection::isActive).count();
    }

    private final class Subscriber extends Connection {
        private boolean begins = true;

        @Override
        protected void opened() {
            send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        protected void read(ByteBuf in, long nowNanos) {
            stopReading();
            begun += begins ? 1 : 0;
            begins = false;
        }

        @Override
        protected void ended(@Nullable String reason) {
            // Counted as not open.
        }
    }
}
