package dev.weir.reactive;

import dev.weir.config.metrics.Workers;
import dev.weir.reactive.netty.ConnectionGuard;
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
 * Configures the server's threads: one event loop per processor, one event loop that accepts connections, and virtual
 * threads that access files. By default, Reactor Netty would start at least four event loops. The event loops use
 * native epoll where it is available, and elsewhere the JDK's own transport (NIO).
 */
@Configuration(proxyBeanMethods = false)
class EventLoops {
    private static final Logger log = LoggerFactory.getLogger(EventLoops.class);

    /**
     * The number of event loops that only accept connections. If such a loop had other work, the kernel's accept queue
     * could become full. The kernel would then drop new connections.
     */
    private static final int ACCEPTING = 1;

    @Bean
    LoopResources loopResources() {
        int loops = Runtime.getRuntime().availableProcessors();
        Throwable unavailable = Epoll.unavailabilityCause();
        if (unavailable == null) {
            log.info("{} event loops on native epoll", loops);
        } else {
            String why = unavailable.toString(); // as a Throwable, it would be logged with its stack
            log.info("{} event loops on the JDK's NIO, because native epoll is unavailable: {}", loops, why);
        }
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

    @Bean
    Workers workers(LoopResources loops, ConnectionGuard guard) {
        return new LoopWorkers(loops, guard);
    }

    /**
     * Creates the executor that opens and reads files on virtual threads. The executor's shutdown does not interrupt
     * these threads, because an interrupt during a read would close the file for other downloads, too.
     */
    @Bean(destroyMethod = "shutdown")
    ExecutorService fileOpeners() {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("weir-file-", 0).factory());
    }

    /**
     * Creates a Reactor scheduler that runs its tasks on the threads of {@code fileOpeners}. Passes Reactor a plain
     * {@code Executor}, because Reactor would interrupt the tasks of an {@code ExecutorService}.
     */
    @Bean(destroyMethod = "dispose")
    Scheduler fileThreads(ExecutorService fileOpeners) {
        return Schedulers.fromExecutor(task -> fileOpeners.execute(task));
    }
}
