package dev.weir.config.stop;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Runs a task when the server stops. Spring stops the beans of a higher phase before those of a lower phase. */
public final class StopPhase implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(StopPhase.class);

    private final int phase;
    private final Supplier<? extends CompletionStage<?>> task;
    private volatile boolean running;

    /** @param task begins the work of this phase. Spring waits for the returned stage before the next phase */
    public StopPhase(int phase, Supplier<? extends CompletionStage<?>> task) {
        this.phase = phase;
        this.task = task;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop(Runnable done) {
        running = false;
        var _ = task.get().whenComplete((ended, failure) -> {
            if (failure != null) {
                log.warn("A step of the stop failed", failure);
            }
            done.run();
        });
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
