package dev.weir.config.metrics;

import java.util.List;
import java.util.concurrent.Executor;

/**
 * Tells how many connections a server has, and how busy the threads are that serve requests: event loops or the threads
 * of a pool. Each server has one implementation. Any thread may call the methods.
 */
public interface Workers {
    /** Returns the number of open connections of clients. */
    long connections();

    /** Returns how many connections the server accepts at once. */
    long mostConnections();

    /** Returns how many serving threads are busy. An event loop that works for half of the time counts as a half. */
    double busy();

    /** Returns the number of threads that can serve requests at once, or NaN if unlimited or unknown. */
    double most();

    /** Returns how many tasks wait for a serving thread. */
    long queued();

    /** Returns the executors that run tasks on the serving threads. The list is empty before the server has started. */
    List<Executor> executors();
}
