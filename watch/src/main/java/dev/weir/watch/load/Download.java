package dev.weir.watch.load;

import dev.weir.watch.load.Population.Returning;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import java.time.Duration;

/** A client that downloads a large file. Subclasses do not read the whole file. */
sealed class Download extends GetConnection {
    private final Tally tally;

    /** Creates a client that reads the file to its end. */
    Download(Tally tally, Returning client) {
        super("/files/sample-20MiB.bin HTTP/1.1\r\nConnection: close", client);
        this.tally = tally;
    }

    /** Returns whether the response has begun. Until then, the client waits, for example for a server thread. */
    final boolean isServed() {
        return answerBeganNanos() != 0;
    }

    @Override
    protected final void body(ByteBuf part) {
        tally.bytes += part.readableBytes();
    }

    @Override
    protected final void answered(HttpResponse head) {
        end(null);
    }

    /** A client that stops reading after the header fields of the response. */
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

    /** A client that disconnects a short time after its request, and then connects again. */
    static final class Leaving extends Download {
        private final Later later;
        private final Duration stay;
        private final boolean reset;
        private final Runnable hasLeft;

        /** Runs a task on the event loop after a delay. */
        interface Later {
            void run(Duration delay, Runnable task);
        }

        /** @param reset whether the client disconnects by a TCP reset */
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
                again(Duration.ZERO);
            }
        }
    }
}
