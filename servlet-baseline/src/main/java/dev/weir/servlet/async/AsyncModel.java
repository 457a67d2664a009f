package dev.weir.servlet.async;

import dev.weir.throttle.Timer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What waits without a thread, and the few threads that work for it. */
@Configuration(proxyBeanMethods = false)
@Import({DownloadController.class, BodyWriter.class})
public class AsyncModel {
    private static final int MOST_FILES_TO_OPEN = 20_000;

    /** Writes what was granted; the throttle's timer is on one of its threads. */
    @Bean
    WriterLoops writerLoops() {
        return new WriterLoops(Runtime.getRuntime().availableProcessors());
    }

    @Bean
    Timer timer(WriterLoops loops) {
        return loops.timer();
    }

    /** Looks files up and opens them, so that a slow disk holds no thread of the connector. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService fileOpeners() {
        int threads = 2 * Runtime.getRuntime().availableProcessors();
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_FILES_TO_OPEN),
                Thread.ofPlatform().daemon().name("weir-file-", 0).factory());
    }
}
