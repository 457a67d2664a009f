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
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/**
 * Tomcat's pool of threads. It serves requests. Over HTTP/2, these tasks run on virtual threads instead:
 *
 * <ul>
 *   <li>each later part of a read or write of frames. The reading thread may have to answer a PING
 *   <li>each later event of a request, such as its reset or its completion. The event waits until no other thread uses
 *       the request
 * </ul>
 *
 * <p>Both can wait for a client that does not read. In the pool, a few such clients could occupy all threads.
 * Thread-safe.
 */
public final class RequestThreads extends ThreadPoolExecutor {
    private static final Class<?> FRAMES = TomcatField.type(SocketWrapperBase.class.getName() + "$OperationState");
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
        return FRAMES.isInstance(task) || (EVENT.isInstance(task) && hasBegun((AbstractProcessor) PROCESSOR.get(task)));
    }

    private static boolean hasBegun(AbstractProcessor request) {
        return request.getRequest().getNote(CoyoteAdapter.ADAPTER_NOTES) != null;
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
