package dev.weir.watch.load;

import dev.weir.perf.load.HttpConnection;
import dev.weir.watch.load.Population.Returning;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A client that asks for a large file. What it does with the answer differs. */
sealed class Download extends HttpConnection {
    private static final String REQUEST =
            "GET /files/sample-20MiB.bin HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    private final Tally tally;
    final Returning client;

    /** A client that reads the file to its end. */
    Download(Tally tally, Returning client) {
        this.tally = tally;
        this.client = client;
    }

    /** Returns whether the server has begun to answer. Until then the client waits, perhaps for a thread. */
    final boolean isServed() {
        return answerBeganNanos() != 0;
    }

    @Override
    protected void opened() {
        request(REQUEST);
    }

    @Override
    protected void head(HttpResponse head) {
        int status = head.status().code();
        if (status != 200) {
            throw new IllegalStateException("status " + status);
        }
    }

    @Override
    protected final void body(ByteBuf part) {
        tally.bytes += part.readableBytes();
    }

    @Override
    protected final void answered(HttpResponse head) {
        end(null);
    }

    @Override
    protected final void ended(@Nullable String reason) {
        client.again(reason == null ? Duration.ZERO : Population.AFTER_ERROR);
    }

    /** A client that reads nothing after the head. */
    static final class Stalled extends Download {
        Stalled(Tally tally, Returning client) {
            super(tally, client);
        }

        @Override
        protected void head(HttpResponse head) {
            super.head(head);
            stopReading();
        }
    }

    /** A client that leaves after a moment. */
    static final class Leaving extends Download {
        private final Later later;
        private final Duration stay;
        private final boolean reset;
        private final Runnable hasLeft;

        /** Runs a task on the event loop after a delay. */
        interface Later {
            void run(Duration delay, Runnable task);
        }

        /** @param reset whether the client leaves by a TCP reset */
        Leaving(Tally tally, Returning client, Later later, Duration stay, boolean reset, Runnable hasLeft) {
            super(tally, client);
            this.hasLeft = hasLeft;
            this.later = later;
            this.stay = stay;
            this.reset = reset;
        }

        @Override
        protected void opened() {
            super.opened();
            later.run(stay, this::leave);
        }

        private void leave() {
            if (!isEnded()) {
                leave(reset);
                hasLeft.run();
                client.again(Duration.ZERO);
            }
        }
    }
}
