package dev.weir.contract.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the same action in many threads at the same time. */
public final class AtOnce {
    @FunctionalInterface
    public interface Action<T> {
        T run(int number) throws Exception;
    }

    private AtOnce() {}

    public static <T> List<T> run(int count, Action<T> action) throws InterruptedException, ExecutionException {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<T>> calls = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                calls.add(() -> action.run(number));
            }
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
        }
        return results;
    }
}
