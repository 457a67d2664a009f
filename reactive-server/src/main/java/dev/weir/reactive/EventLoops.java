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
 * The event loops: one a processor and one that accepts, on native epoll, the throttle's timer on one of them, and who does what a loop must
 * not.
 *
 * <p>Reactor Netty would take four loops on a machine of two processors, and io_uring where it finds its library.
 */
@Configuration(proxyBeanMethods = false)
class EventLoops {
    private static final Logger log = LoggerFactory.getLogger(EventLoops.class);

    /** One loop more, which only accepts: behind others' work connections would wait in the kernel until it drops them. */
    private static final int ACCEPTING = 1;

    @Bean
    LoopResources loopResources() {
        if (!Epoll.isAvailable()) {
            throw new IllegalStateException("no native epoll: " + Epoll.unavailabilityCause());
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
     * Looks files up, opens and reads them, which may wait for a disk: a virtual thread for each task, of which there are
     * no more than downloads are admitted. To hand it a task takes no lock, so an event loop may. Nobody interrupts it: it
     * reads from files that others read too, which an interrupt would close.
     */
    @Bean(destroyMethod = "shutdown")
    ExecutorService fileOpeners() {
        return Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("weir-file-", 0).factory());
    }

    /** The same for chains of {@code Mono}s. Made of an {@code ExecutorService} as such, it would interrupt. */
    @Bean(destroyMethod = "dispose")
    Scheduler fileThreads(ExecutorService fileOpeners) {
        return Schedulers.fromExecutor(task -> fileOpeners.execute(task));
    }
}
