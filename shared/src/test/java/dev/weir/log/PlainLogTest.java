package dev.weir.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that a log line has no control characters (X04). So it cannot imitate another line. */
class PlainLogTest extends GuardedLog {
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
        async.stop(); // waits until the queue is empty
        assertThat(lines()).containsExactly("\\u001bodd");
    }
}
