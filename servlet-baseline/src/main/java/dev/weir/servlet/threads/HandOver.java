package dev.weir.servlet.threads;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Transfers a resource to a task that continues after the request's thread has returned. */
public final class HandOver {
    private HandOver() {}

    /** A task that takes ownership of the resource, unless the task throws. */
    public interface Task<T> {
        void run(T resource) throws IOException;
    }

    /**
     * Creates the value that Spring MVC writes, or null. Takes ownership of the resource, unless the creation throws.
     */
    public interface Answer<T, A> {
        @Nullable
        A of(T resource) throws IOException;
    }

    /** Runs the task, and closes the resource if the task throws. */
    public static <T extends AutoCloseable> void of(T resource, Task<T> task) throws IOException {
        HandOver.<T, Void>answering(resource, taken -> {
            task.run(taken);
            return null;
        });
    }

    /** Creates the answer, and closes the resource if the creation throws. */
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
