package dev.weir.servlet.connector.http2;

import dev.weir.servlet.connector.exchange.TomcatField;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.coyote.AbstractProcessor;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Tomcat's thread pool, which serves requests. Three kinds of HTTP/2 tasks run on virtual threads instead, because they
 * can block until a client reads. In the pool, a few clients that do not read could occupy all threads.
 *
 * <ul>
 *   <li>the beginning of a connection
 *   <li>the continuation of a read or write that had to wait for the socket. The reading thread also answers PING
 *   <li>each event of a request after its first, such as its reset or its completion. Its thread waits for the lock of
 *       the request, which a blocked writer may hold
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class RequestThreads extends ThreadPoolExecutor {
    private static final Class<?> EVENT = TomcatField.http2("StreamRunnable");
    private static final VarHandle PROCESSOR = TomcatField.of(EVENT, "processor", TomcatField.http2("StreamProcessor"));

    private final ExecutorService virtual = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("weir-http2-", 0).factory());

    /** Creates a pool like Tomcat's own. A thread ends after {@code idleMillis} without a task. */
    public RequestThreads(int fewest, int most, long idleMillis, BlockingQueue<Runnable> queue, ThreadFactory factory) {
        super(fewest, most, idleMillis, TimeUnit.MILLISECONDS, queue, factory);
    }

    /** @throws RejectedExecutionException after the shutdown, or when the queue is full */
    @Override
    public void execute(Runnable task) {
        if (mayWaitForClient(task)) {
            virtual.execute(task);
        } else {
            super.execute(task);
        }
    }

    private static boolean mayWaitForClient(Runnable task) {
        return ParkedWrite.OPERATION.isInstance(task)
                || task instanceof FrameReading.Beginning
                || (EVENT.isInstance(task) && hasBegun((AbstractProcessor) PROCESSOR.get(task)));
    }

    /** Requires that Tomcat does not reuse its request objects: see {@link Http2Streams}. */
    private static boolean hasBegun(AbstractProcessor request) {
        return request.getRequest().getNote(CoyoteAdapter.ADAPTER_NOTES) != null;
    }

    @Override
    public void shutdown() {
        virtual.shutdown();
        super.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        virtual.shutdownNow();
        return super.shutdownNow();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long endNanos = System.nanoTime() + unit.toNanos(timeout);
        return super.awaitTermination(timeout, unit)
                && virtual.awaitTermination(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
}
