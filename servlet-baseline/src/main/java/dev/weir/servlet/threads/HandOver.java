package dev.weir.servlet.threads;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Transfers a resource from a request's thread to a task, and closes the resource if the transfer fails. */
public final class HandOver {
    private HandOver() {}

    /** A task that takes ownership of a resource. If the task throws, the caller still owns the resource. */
    public interface Task<T> {
        void run(T resource) throws IOException;
    }

    /**
     * Creates an answer from a resource, and takes ownership of the resource. The answer may be null. If {@link #of}
     * throws, the caller still owns the resource.
     */
    public interface Answer<T, A> {
        @Nullable
        A of(T resource) throws IOException;
    }

    /** Runs the task with the resource, and closes the resource if the task throws. */
    public static <T extends AutoCloseable> void of(T resource, Task<T> task) throws IOException {
        HandOver.<T, Void>answering(resource, taken -> {
            task.run(taken);
            return null;
        });
    }

    /** Creates the answer from the resource, and closes the resource if the creation throws. */
    public static <T extends AutoCloseable, A> @Nullable A answering(T resource, Answer<T, A> answer)
            throws IOException {
        try {
            return answer.of(resource);
        } catch (IOException | RuntimeException e) {
            close(resource, e);
            throw e;
        }
    }

    private static void close(AutoCloseable resource, Exception failure) {
        try {
            resource.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }
}
