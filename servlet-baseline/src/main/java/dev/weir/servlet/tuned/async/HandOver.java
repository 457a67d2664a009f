package dev.weir.servlet.tuned.async;

import java.io.IOException;

/** Hands a resource over to a task that goes on after the request's thread has returned. */
final class HandOver {
    private HandOver() {}

    /** Owns the resource from then on, unless it throws. */
    interface Task<T> {
        void run(T resource) throws IOException;
    }

    /** Runs the task, and closes the resource if the task throws. */
    static <T extends AutoCloseable> void of(T resource, Task<T> task) throws IOException {
        try {
            task.run(resource);
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
