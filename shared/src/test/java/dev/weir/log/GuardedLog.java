package dev.weir.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The base of tests of a log with {@link LogGuard}. Its clock stands still until a test moves it. */
abstract class GuardedLog {
    static final long SECOND = 1_000_000_000;

    final AtomicLong nanos = new AtomicLong(-5 * SECOND);
    final LoggerContext log = new LoggerContext();
    final ByteArrayOutputStream written = new ByteArrayOutputStream();
    final Logger any = log.getLogger("dev.weir.any");

    @BeforeEach
    void install() {
        log.setMDCAdapter(new LogbackMDCAdapter());
        PatternLayoutEncoder pattern = new PatternLayoutEncoder();
        pattern.setContext(log);
        pattern.setPattern("%-5level %logger %X{key} %msg %kvp%n%ex");
        pattern.start();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setContext(log);
        appender.setEncoder(pattern);
        appender.setOutputStream(written);
        appender.start();
        log.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(appender);
        LogGuard.install(log, nanos::get);
        LogGuard.install(log, nanos::get);
    }

    @AfterEach
    void stop() {
        log.stop();
    }

    final List<String> lines() {
        return written.toString(StandardCharsets.UTF_8).lines().toList();
    }

    static void asAStranger(Runnable task) throws InterruptedException {
        run("http-1", task);
    }

    static void run(String name, Runnable task) throws InterruptedException {
        Thread thread = Thread.ofPlatform().name(name).start(task);
        thread.join();
    }
}
