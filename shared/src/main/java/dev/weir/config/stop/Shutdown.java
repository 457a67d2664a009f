package dev.weir.config.stop;

import dev.weir.access.OpenRequests;
import dev.weir.clients.Callers;
import dev.weir.clients.Use;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Logs how the server stops, and ends what is still open after the grace period. First, it cuts off the downloads. Then
 * the server closes its connections ({@link #LAST_CONNECTIONS}), and this class waits for the last requests. If the web
 * server ended them, it would interrupt or drop their threads, and lines of the access log would be lost.
 */
@Configuration(proxyBeanMethods = false)
public class Shutdown {
    /** The phase in which Spring Boot's web server closes its port and waits for open requests. */
    private static final int GRACE = SmartLifecycle.DEFAULT_PHASE - 1024;

    /** The phase in which a server closes the connections that are still open after downloads were cut off. */
    public static final int LAST_CONNECTIONS = GRACE - 2;

    private static final String GRACE_PERIOD = "spring.lifecycle.timeout-per-shutdown-phase";

    /** The time that the last requests get to write their line of the access log. */
    private static final Duration LAST = Duration.ofMillis(100);

    /** How long the server waits for requests to end after it has cut them off or closed their connections. */
    private static final Duration CUT = Duration.ofSeconds(1);

    private static final Logger log = LoggerFactory.getLogger(Shutdown.class);
    private static final Executor ENDS = Thread.ofVirtual().name("weir-cut-off")::start;

    private final Callers callers;
    private final OpenRequests requests;
    private volatile long begunNanos;

    Shutdown(Callers callers, OpenRequests requests) {
        this.callers = callers;
        this.requests = requests;
    }

    /** Returns the phase after the end of the event streams. This phase logs how many downloads are still open. */
    @Bean
    SmartLifecycle graceBegins(Environment environment) {
        return new StopPhase(GRACE + 1, () -> {
            begunNanos = System.nanoTime();
            Duration most = environment.getProperty(GRACE_PERIOD, Duration.class, Duration.ofSeconds(30));
            if (!environment.getProperty("server.shutdown", "graceful").equalsIgnoreCase("immediate")) {
                log.info(
                        "stopping; {} may go on for at most {}",
                        count(callers.clients().active(Use.DOWNLOAD), "download"),
                        most.toMillis() % 1_000 == 0 ? most.toSeconds() + " s" : most.toMillis() + " ms");
            }
            return CompletableFuture.completedStage(null);
        });
    }

    /** Returns the phase that cuts off downloads. It does not wait for the management port, which may close slowly. */
    @Bean
    SmartLifecycle graceEnds() {
        return new StopPhase(GRACE - 1, () -> CompletableFuture.runAsync(this::cutOff, ENDS));
    }

    /** Returns the phase that gives the requests of the closed connections time to write their line. */
    @Bean
    SmartLifecycle lastRequestsEnd() {
        return new StopPhase(LAST_CONNECTIONS - 1, () -> CompletableFuture.runAsync(() -> await(0, CUT), ENDS));
    }

    private void cutOff() {
        await(0, LAST);
        long open = requests.count();
        long downloads = Math.min(open, callers.cutOffDownloads(ENDS)); // a client may have left just now
        long others = open - downloads;
        if (open > 0) {
            log.info(
                    "cut off {} and {} after {} s",
                    count(downloads, "download"),
                    count(others, "other request"),
                    Duration.ofNanos(System.nanoTime() - begunNanos).toSeconds());
            await(others, CUT);
        }
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** Waits until no more than {@code most} requests are open, or until {@code longest} is over. */
    private void await(long most, Duration longest) {
        long endNanos = System.nanoTime() + longest.toNanos();
        try {
            while (requests.count() > most && System.nanoTime() - endNanos < 0) {
                Thread.sleep(5);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
