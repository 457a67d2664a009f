package dev.weir.servlet.idiomatic.async;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;

/**
 * Tells the user of an emitter when Spring MVC has taken the emitter over, or has failed to.
 *
 * <p>An emitter keeps in memory whatever is sent to it before that, a whole file if need be. And it tells nobody that it
 * was never taken over, so that a file would stay open. Called on the request's thread.
 */
final class EmitterStart implements AsyncHandlerInterceptor {
    private static final String NAME = EmitterStart.class.getName();

    /** The user of an emitter. */
    interface Task {
        /** The emitter writes from now on. */
        void start();

        /** The emitter will never write. */
        void abandon();
    }

    /** Calls the task when its time has come. */
    static void register(HttpServletRequest request, Task task) {
        request.setAttribute(NAME, task);
    }

    private static @Nullable Task take(HttpServletRequest request) {
        Object task = request.getAttribute(NAME);
        request.removeAttribute(NAME);
        return (Task) task;
    }

    @Override
    public void afterConcurrentHandlingStarted(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        Task task = take(request);
        if (task != null) {
            task.start();
        }
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        Task task = take(request);
        if (task != null) {
            task.abandon();
        }
    }
}
