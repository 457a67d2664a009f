package dev.weir.servlet.idiomatic.async;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.AsyncHandlerInterceptor;

/**
 * Tells the user of an emitter when Spring MVC has taken the emitter over, or has failed to.
 *
 * <p>Until it is taken over, an emitter keeps everything that is sent to it in memory, even a whole file. It does not tell its
 * user when it is never taken over, so a file would stay open. Spring MVC calls this on the request's thread.
 */
final class EmitterStart implements AsyncHandlerInterceptor {
    private static final String NAME = EmitterStart.class.getName();

    /** Sends to an emitter. */
    interface EmitterUser {
        /** Begins to send: the emitter writes from now on. */
        void start();

        /** Releases everything: the emitter will never write. */
        void abandon();
    }

    /** Calls the user when Spring MVC has taken the emitter over, or has failed to. */
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
