package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Ends a response, and hears from the container when it has ended the response. All calls hold the {@link ContainerLock} of
 * the request, also those of the container.
 *
 * @param end runs at each end, whoever caused it. The response must not be used afterwards.
 */
record Ending(AsyncContext context, Runnable end) implements Carrier, AsyncListener {
    @Override
    public void listen() {
        context.addListener(this);
    }

    /** Call this also after a failed write: the container keeps the request until it is completed. */
    @Override
    public void complete() {
        finish(context::complete);
    }

    /**
     * Shuts the connection first, so that the client does not take the next response for the rest of this one. Over HTTP/2
     * it resets the stream only.
     */
    @Override
    public void cutOff() {
        finish(() -> {
            TomcatStream stream = TomcatStream.of(context.getRequest());
            if (stream != null) {
                stream.fail();
            } else {
                WatchedConnection.shut(context.getRequest());
                context.complete();
            }
        });
    }

    private void finish(Runnable last) {
        try {
            end.run();
        } finally {
            try {
                last.run();
            } catch (IllegalStateException e) {
                // The container has ended it meanwhile.
            }
        }
    }

    @Override
    public void onError(AsyncEvent event) {
        complete();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end.run();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end.run(); // cannot happen, since no time-out is set
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A request starts once.
    }
}
