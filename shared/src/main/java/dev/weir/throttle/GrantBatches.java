package dev.weir.throttle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The grants of one turn, by the executor that gets them. Hands each executor its grants in batches. One batch saves
 * hand-overs; several let the executor do other work in between.
 *
 * <p>Not thread-safe: only the throttle's writer calls it.
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

    /** Hands all grants over, and forgets them. */
    void handOver() {
        byExecutor.forEach((executor, downloads) -> Guarded.run(() -> handOver(executor, downloads)));
        byExecutor.clear();
    }

    private static void handOver(Executor executor, List<Download> downloads) {
        try {
            for (int from = 0; from < downloads.size(); from += HANDED_TOGETHER) {
                List<Download> some = downloads.subList(from, Math.min(from + HANDED_TOGETHER, downloads.size()));
                // Guarded, so that a download that fails costs neither the other grants nor, on an executor that runs
                // tasks in the caller, the throttle.
                executor.execute(() -> some.forEach(download -> Guarded.run(download::deliver)));
            }
        } catch (RejectedExecutionException e) {
            // That event loop has ended, and its connections with it. Each close returns its own grant.
        }
    }
}
