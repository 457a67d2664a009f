package dev.weir.throttle;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * The grants of one turn, by the executor that gets them. Hands each executor its grants in batches. A batch saves
 * hand-overs. Between two batches, the executor can do other work.
 *
 * <p>Not thread-safe. Only the throttle calls it, inside its {@link SerialExecutor}.
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
                // A download that throws must not affect the other grants. If the executor runs tasks in the caller, it
                // must not affect the throttle either.
                executor.execute(() -> some.forEach(download -> Guarded.run(download::deliver)));
            }
        } catch (RejectedExecutionException e) {
            // The event loop has ended, and so have its connections. Each download gives its own grant back when it
            // closes.
        }
    }
}
