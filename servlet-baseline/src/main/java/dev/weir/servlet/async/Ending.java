package dev.weir.servlet.async;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Hears from the container that a request has ended, in whatever way, and passes it on. */
record Ending(AsyncContext context, Runnable end) implements AsyncListener {
    @Override
    public void onError(AsyncEvent event) {
        end.run();
        try {
            context.complete();
        } catch (IllegalStateException e) {
            // It has been, by whoever failed.
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end.run();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end.run(); // none is set
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A request starts once.
    }
}
