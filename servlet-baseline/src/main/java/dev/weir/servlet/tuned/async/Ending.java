package dev.weir.servlet.tuned.async;

import dev.weir.servlet.connector.exchange.ContainerLock;
import dev.weir.servlet.connector.exchange.TomcatStream;
import dev.weir.servlet.connector.exchange.WatchedConnection;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Ends an asynchronous response, and runs a task when the response ends. A caller must hold the request's
 * {@link ContainerLock}.
 *
 * @param end the task. It may run more than once. After its first run, the caller must not use the response
 */
record Ending(AsyncContext context, Runnable end) implements Carrier, AsyncListener {
    @Override
    public void listen() {
        context.addListener(this);
    }

    /** Completes the request. Call it after a failed write, too. */
    @Override
    public void complete() {
        finish(context::complete);
    }

    /**
     * Over HTTP/1.1, shuts the connection down and completes the request. Without the shutdown, the client might take
     * the next response for the rest of this response. Over HTTP/2, resets the stream.
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

    /** Completes a response whose body is whole, and cuts another one off. */
    void end(boolean isWhole) {
        if (isWhole) {
            complete();
        } else {
            cutOff();
        }
    }

    private void finish(Runnable last) {
        try {
            end.run();
        } finally {
            try {
                last.run();
            } catch (IllegalStateException e) {
                // The container has already ended the request.
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
        // Each request starts asynchronous processing once.
    }
}
