package dev.weir.perf.scenario;

import dev.weir.perf.load.RequestLoad;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for loads, in bounded time. */
final class Loads {
    private static final int PATIENCE_SECONDS = 20;

    private Loads() {}

    /** Until every request is answered or lost. */
    static void awaitOver(RequestLoad load) throws InterruptedException {
        try {
            load.over().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("requests still under way after " + PATIENCE_SECONDS + " s", e);
        }
    }
}
