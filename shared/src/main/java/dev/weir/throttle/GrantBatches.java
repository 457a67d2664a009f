package dev.weir.throttle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Collects grants (permissions to send bytes), and passes them to the executors of their downloads. One task delivers
 * several grants, because a task for each grant would cost more. A task delivers a limited number of grants, so that
 * the executor can run other tasks in between. Used only by tasks of the throttle's {@link SerialExecutor}.
 */
final class GrantBatches {
    private static final int HANDED_TOGETHER = 64;

    private final IdentityHashMap<Executor, List<Download>> byExecutor = new IdentityHashMap<>();

    void add(Download download) {
        byExecutor
                .computeIfAbsent(download.executor(), key -> new ArrayList<>())
                .add(download);
    }

    boolean isEmpty() {
        return byExecutor.isEmpty();
    }

    void handOver() {
        byExecutor.forEach((executor, downloads) -> Guarded.run(() -> handOver(executor, downloads)));
        byExecutor.clear();
    }

    private static void handOver(Executor executor, List<Download> downloads) {
        try {
            for (int from = 0; from < downloads.size(); from += HANDED_TOGETHER) {
                List<Download> some = downloads.subList(from, Math.min(from + HANDED_TOGETHER, downloads.size()));
                // A download that throws must not affect the other grants. It must not affect the throttle either, if
                // the executor runs tasks in the calling thread.
                executor.execute(() -> some.forEach(download -> Guarded.run(download::deliver)));
            }
        } catch (RejectedExecutionException e) {
            // The event loop has ended, and so have its connections. Each download gives its own grant back when it
            // closes.
        }
    }
}
