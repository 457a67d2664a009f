package dev.weir.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogGuardTest extends GuardedLog {
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
    void x04_aWarningOfALibraryAboutAClientIsOneLine() throws InterruptedException {
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

    /** Logback finds an exception after the arguments of a line only when it has let the line pass. */
    @Test
    void x04_anExceptionAfterArgumentsIsLimitedToo() throws InterruptedException {
        asAStranger(() -> any.error("of {}", 1, new IllegalStateException("full")));
        int stack = lines().size();
        asAStranger(() -> any.error("of {}", 2, new IllegalStateException("full")));
        nanos.addAndGet(SECOND);
        asAStranger(() -> any.error("of {}", 3, new IllegalStateException("full")));
        assertThat(lines())
                .hasSize(stack + 1)
                .last()
                .asString()
                .contains("of 3", "(and 1 more of this kind before it)", "java.lang.IllegalStateException: full");
    }

    /**
     * A written line suppresses further lines of the same kind for a second. A call of {@code isWarnEnabled()} must
     * suppress nothing, and a line below level INFO must suppress nothing.
     */
    @Test
    void x04_aLineThatIsNotWrittenHoldsNothingBack() throws InterruptedException {
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

    /**
     * {@link LineLimit} limits the log lines of each kind. In Weir's own loggers, each message pattern is a kind of its
     * own. The number of kinds must have a bound, because each kind takes memory.
     */
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
}
