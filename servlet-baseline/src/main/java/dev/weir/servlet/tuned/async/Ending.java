package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * The end of a response, brought about from here or heard of from the container. Called under the {@link ContainerLock} of
 * its request, by the container as well.
 *
 * @param end runs each time that either happens: the response must not be touched afterwards
 */
record Ending(AsyncContext context, Runnable end) implements Carrier, AsyncListener {
    @Override
    public void listen() {
        context.addListener(this);
    }

    /** Also after a write that failed: the container counts the request until somebody has completed it. */
    @Override
    public void complete() {
        finish(context::complete);
    }

    /**
     * Shuts the connection first, so that the next response does not become the rest of this one; of an HTTP/2
     * connection only the stream is reset.
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
                // The container has ended it, by whoever failed.
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
        end.run(); // none is set
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // A request starts once.
    }
}
