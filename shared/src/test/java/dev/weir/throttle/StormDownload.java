package dev.weir.throttle;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A download that ends at random in one of three ways: after a few grants (permissions to send), after it has written
 * only a part of a grant, or when another thread closes it.
 */
final class StormDownload {
    private final StormTally tally;
    private @Nullable Download download;
    private int grantsToGo = 1 + ThreadLocalRandom.current().nextInt(5);
    private boolean asked;
    private boolean closed;

    StormDownload(StormTally tally) {
        this.tally = tally;
    }

    synchronized void start(Throttle throttle, Share share, Executor loop, Executor other) {
        if (ThreadLocalRandom.current().nextInt(4) == 0 && throttle.grantsAtOnce(share, 1000)) {
            throttle.wroteAtOnce(1000);
            tally.atOnce().incrementAndGet();
            tally.written().addAndGet(1000);
        }
        Download opened = throttle.open(share, loop, this::granted);
        download = opened;
        loop.execute(this::ask);
        if (ThreadLocalRandom.current().nextBoolean()) {
            other.execute(() -> close(0));
        }
    }

    private synchronized void ask() {
        if (download != null && !closed) {
            asked = true;
            download.ask(1 + ThreadLocalRandom.current().nextLong(20_000));
        }
    }

    private synchronized void granted(long bytes) {
        tally.grants().incrementAndGet();
        if (!asked || download == null) {
            tally.unasked().incrementAndGet();
            return;
        }
        asked = false;
        if (closed) {
            download.close(bytes); // another thread has closed it since the grant was made
            return;
        }
        grantsToGo--;
        long unwritten = ThreadLocalRandom.current().nextInt(4) == 0 ? bytes / 2 : 0;
        tally.written().addAndGet(bytes - unwritten);
        if (unwritten > 0 || grantsToGo == 0) {
            close(unwritten);
        } else {
            ask();
        }
    }

    private synchronized void close(long unwritten) {
        if (download != null && !closed) {
            closed = true;
            download.close(unwritten);
            tally.open().countDown();
        }
    }
}
