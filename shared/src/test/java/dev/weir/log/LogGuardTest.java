package dev.weir.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** X04: a line a second of a kind, and nothing but text in it. */
class LogGuardTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(-5 * SECOND);
    private final LoggerContext log = new LoggerContext();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Logger any = log.getLogger("dev.weir.any");

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

    @Test
    void x04_aLineASecondOfAKindAndTheRestIsCounted() throws InterruptedException {
        asAStranger(() -> {
            for (int i = 0; i < 1000; i++) {
                any.warn("No mapping for GET /" + i);
            }
            nanos.addAndGet(SECOND - 1);
            any.warn("just before");
            nanos.addAndGet(1);
            any.warn("then");
            nanos.addAndGet(SECOND);
            any.warn("at last");
        });
        assertThat(lines())
                .containsExactly(
                        "WARN  dev.weir.any  No mapping for GET /0 ",
                        "WARN  dev.weir.any  then (and 1000 more of this kind before it) ",
                        "WARN  dev.weir.any  at last ");
    }

    @Test
    void x04_anotherKindIsNotHeldBack() throws InterruptedException {
        asAStranger(() -> {
            for (int i = 0; i < 3; i++) {
                any.warn("a");
                any.error("a");
                any.info("a");
                any.warn("pattern {}", i);
                any.warn("other pattern {}", i);
                any.warn("a", new IllegalStateException());
                any.warn("a", new IllegalArgumentException());
                log.getLogger("other").warn("[client " + i + "] pattern {}", i); // as Reactor Netty does
            }
        });
        assertThat(lines().stream().filter(line -> line.matches("[A-Z]+ +(dev.weir.any|other) .*")))
                .hasSize(8);
    }

    @Test
    void x04_whatALibrarySaysOfAClientIsOneLine() throws InterruptedException {
        Logger library = log.getLogger("io.netty.channel");
        asAStranger(() -> library.warn("fired", new IllegalStateException("bad\nframe")));
        assertThat(lines())
                .containsExactly("WARN  io.netty.channel  fired: java.lang.IllegalStateException: bad\\u000aframe ");
        asAStranger(() -> library.error("failed", new IllegalStateException()));
        assertThat(lines()).hasSizeGreaterThan(3);
    }

    @Test
    void x04_aStackIsWrittenOnceAMinuteOfAKind() throws InterruptedException {
        for (Logger logger : List.of(log.getLogger("org.apache.tomcat"), any)) {
            nanos.addAndGet(100 * SECOND);
            asAStranger(() -> logger.error("failed", new IllegalStateException("full")));
            int stack = lines().size();
            for (int i = 1; i < 60; i++) {
                nanos.addAndGet(SECOND);
                asAStranger(() -> logger.error("failed", new IllegalStateException("full")));
            }
            assertThat(lines())
                    .hasSize(stack + 59)
                    .last()
                    .asString()
                    .endsWith("failed: java.lang.IllegalStateException: full ");
            nanos.addAndGet(SECOND);
            asAStranger(() -> logger.error("failed", new IllegalStateException("full")));
            assertThat(lines()).hasSizeGreaterThan(stack + 59 + 3);
            written.reset();
        }
    }

    /** If this fails, check that the level is asked for without a line, and that lines below INFO are not counted. */
    @Test
    void x04_whatIsNotWrittenHoldsNothingBack() throws InterruptedException {
        any.setLevel(Level.WARN);
        asAStranger(() -> {
            assertThat(any.isWarnEnabled()).isTrue();
            any.info("is off");
            any.warn("a");
        });
        assertThat(lines()).hasSize(1);
        any.setLevel(Level.DEBUG);
        asAStranger(() -> {
            any.debug("a");
            any.debug("a");
        });
        assertThat(lines()).hasSize(3);
    }

    @Test
    void x04_theLinesOfStartAndStopAndOfAnAccessLogAllCome() throws InterruptedException {
        for (String thread : List.of("main", "SpringApplicationShutdownHook", "tomcat-shutdown", "netty-shutdown")) {
            run(thread, () -> {
                any.info("one");
                any.info("two");
            });
        }
        asAStranger(() -> {
            log.getLogger("reactor.netty.http.server.AccessLog").info("one {}", 1);
            log.getLogger("reactor.netty.http.server.AccessLog").info("one {}", 2);
        });
        assertThat(lines()).hasSize(10).noneMatch(line -> line.contains("more of this kind"));
    }

    /** If this fails, check what a library makes a pattern of: with the bytes of a client there is no end to them. */
    @Test
    void x04_theNumberOfKindsIsBounded() throws InterruptedException {
        asAStranger(() -> {
            for (int i = 0; i < 5000; i++) {
                any.warn("pattern " + i + " {}", i);
            }
        });
        LineLimit limit = (LineLimit) log.getTurboFilterList().getFirst();
        assertThat(limit.kinds()).isLessThanOrEqualTo(1001);
        assertThat(lines()).hasSizeLessThanOrEqualTo(1001);
    }

    @Test
    void x04_controlCharactersAreEscaped() throws InterruptedException {
        String odd = "\u001b[31m\r\n2026 ERROR forged\u0000\u007f\u009b\u2028\u202e\u0085\ufeff\te\u00e9\u20ac";
        String plain = "\\u001b[31m\\u000d\\u000a2026 ERROR forged\\u0000\\u007f\\u009b\\u2028\\u202e\\u0085\\ufeff"
                + "\te\u00e9\u20ac";
        asAStranger(() -> {
            log.getMDCAdapter().put("key", "\u001bkey");
            any.warn("{}", odd);
            log.getMDCAdapter().clear();
            any.atError().addKeyValue("key", "\u001bvalue").log("pairs");
            IllegalStateException failure = new IllegalStateException(odd, new IllegalArgumentException(odd));
            failure.addSuppressed(new IllegalCallerException(odd));
            any.error("failed", failure);
        });
        assertThat(written.toString(StandardCharsets.UTF_8))
                .contains(" " + plain)
                .contains("java.lang.IllegalStateException: " + plain)
                .contains("Caused by: java.lang.IllegalArgumentException: " + plain)
                .contains("Suppressed: java.lang.IllegalCallerException: " + plain)
                .doesNotContainPattern("[\\p{Cntrl}&&[^\\n\\t]]")
                .doesNotContainPattern("(?m)^2026");
    }

    @Test
    void x04_appendersBehindOthersAreGuardedToo() throws InterruptedException {
        Logger root = log.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        AsyncAppender async = new AsyncAppender();
        async.setContext(log);
        List<ch.qos.logback.core.Appender<ILoggingEvent>> all = new ArrayList<>();
        root.iteratorForAppenders().forEachRemaining(all::add);
        all.forEach(root::detachAppender);
        OutputStreamAppender<ILoggingEvent> bare = new OutputStreamAppender<>();
        PatternLayoutEncoder pattern = new PatternLayoutEncoder();
        pattern.setContext(log);
        pattern.setPattern("%msg%n");
        pattern.start();
        bare.setContext(log);
        bare.setEncoder(pattern);
        bare.setOutputStream(written);
        bare.start();
        async.addAppender(bare);
        async.start();
        root.addAppender(async);
        LogGuard.install(log, nanos::get);
        asAStranger(() -> any.warn("\u001bodd"));
        async.stop(); // which waits for what is on its way
        assertThat(lines()).containsExactly("\\u001bodd");
    }

    private List<String> lines() {
        return written.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void asAStranger(Runnable task) throws InterruptedException {
        run("http-1", task);
    }

    private static void run(String name, Runnable task) throws InterruptedException {
        Thread thread = Thread.ofPlatform().name(name).start(task);
        thread.join();
    }
}
