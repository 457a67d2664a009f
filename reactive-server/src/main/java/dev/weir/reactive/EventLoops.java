package dev.weir.reactive;

import dev.weir.throttle.Timer;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.Epoll;
import io.netty.util.concurrent.Future;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.resources.LoopResources;

/**
 * Configures the threads of the server. There is one event loop for each processor and one more that accepts
 * connections, all on native epoll. The throttle's timer runs on one of the loops. Other threads use the file system,
 * for which an event loop must not wait.
 *
 * <p>By default Reactor Netty would start four loops on a machine with two processors, and use io_uring if its library
 * is present.
 */
@Configuration(proxyBeanMethods = false)
class EventLoops {
    private static final Logger log = LoggerFactory.getLogger(EventLoops.class);

    /**
     * One loop that only accepts. If a busy loop had to accept too, connections would wait in the kernel, which drops
     * them when its queue is full.
     */
    private static final int ACCEPTING = 1;

    @Bean
    LoopResources loopResources() {
        if (!Epoll.isAvailable()) {
            throw new IllegalStateException(
                    "This server needs Linux with Netty's native epoll, which is not available: "
                            + Epoll.unavailabilityCause());
        }
        int loops = Runtime.getRuntime().availableProcessors();
        log.info("{} event loops on native epoll", loops);
        return LoopResources.create("weir-loop", ACCEPTING, loops, true);
    }

    @Bean
    ReactorResourceFactory reactorResourceFactory(LoopResources loops) {
        ReactorResourceFactory factory = new ReactorResourceFactory();
        factory.setUseGlobalResources(false);
        factory.setLoopResources(loops);
        return factory;
    }

    @Bean
    Timer timer(LoopResources loops) {
        EventLoop loop = loops.onServer(true).next();
        return (task, delayNanos) -> {
            Future<?> alarm = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        };
    }

    /**
     * Looks up, opens and reads files, which may wait for a disk. Each task gets a virtual thread, and there are at
     * most as many tasks as admitted downloads. {@code execute} takes no lock, so an event loop may call it. These
     * threads are never interrupted, since an interrupt during a read closes the file, and other downloads read the
     * same file.
     */
    @Bean(destroyMethod = "shutdown")
    ExecutorService fileOpeners() {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("weir-file-", 0).factory());
    }

    /**
     * The same threads as a scheduler, for chains of {@code Mono}s. The lambda hides that the executor is an {@code
     * ExecutorService}: Reactor would interrupt the tasks of one.
     */
    @Bean(destroyMethod = "dispose")
    Scheduler fileThreads(ExecutorService fileOpeners) {
        return Schedulers.fromExecutor(task -> fileOpeners.execute(task));
    }
}
