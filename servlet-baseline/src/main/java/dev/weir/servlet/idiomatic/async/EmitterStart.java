package dev.weir.servlet.idiomatic.async;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;

/**
 * Tells an {@link EmitterUser} whether Spring MVC has initialized its emitter or has failed to do so. Before the
 * initialization, an emitter would queue all data in memory. After a failure, the {@link EmitterUser} must close its
 * resources, such as a file. Spring MVC calls this class on the request's thread.
 */
final class EmitterStart implements AsyncHandlerInterceptor {
    private static final String NAME = EmitterStart.class.getName();

    /** Sends data to an emitter, but only after Spring MVC has initialized the emitter. */
    interface EmitterUser {
        /** Starts to send data. Called when Spring MVC has initialized the emitter. */
        void start();

        /** Releases all resources. Called when Spring MVC has failed to initialize the emitter. */
        void abandon();
    }

    /**
     * Registers the object that sends data to the emitter of this request. Later, Spring MVC's callbacks call either
     * {@link EmitterUser#start} or {@link EmitterUser#abandon}.
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
