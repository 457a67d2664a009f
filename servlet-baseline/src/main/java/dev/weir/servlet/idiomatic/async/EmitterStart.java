package dev.weir.servlet.idiomatic.async;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;

/**
 * Notifies an {@link EmitterUser} when Spring MVC has initialized its emitter, or has failed to. Before that, an
 * emitter would queue all data in memory. An emitter itself does not report a failed initialization, so without this
 * class a file would stay open. Spring MVC calls this class on the request's thread.
 */
final class EmitterStart implements AsyncHandlerInterceptor {
    private static final String NAME = EmitterStart.class.getName();

    /** Sends data to an emitter once Spring MVC has initialized the emitter. */
    interface EmitterUser {
        /** Starts to send data. From now on, the emitter writes to the response. */
        void start();

        /** Releases all resources, because the emitter will never write. */
        void abandon();
    }

    /**
     * Registers the user of an emitter. Either {@link EmitterUser#start} or {@link EmitterUser#abandon} is then called.
     */
    static void register(HttpServletRequest request, EmitterUser user) {
        request.setAttribute(NAME, user);
    }

    private static @Nullable EmitterUser take(HttpServletRequest request) {
        Object user = request.getAttribute(NAME);
        request.removeAttribute(NAME);
        return (EmitterUser) user;
    }

    @Override
    public void afterConcurrentHandlingStarted(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        EmitterUser user = take(request);
        if (user != null) {
            user.start();
        }
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        EmitterUser user = take(request);
        if (user != null) {
            user.abandon();
        }
    }
}
