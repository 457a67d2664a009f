package dev.weir.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.spi.AppenderAttachable;
import java.util.Iterator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Adds a line limit ({@link LineLimit}) and an escaping encoder ({@link PlainEncoder}) to Logback. */
public final class LogGuard {
    private LogGuard() {}

    /**
     * Installs a {@link LineLimit} in Logback, and a {@link PlainEncoder} in each appender. Idempotent. Not
     * thread-safe.
     *
     * @param nanoClock a clock that never steps back, such as {@link System#nanoTime}
     */
    public static void install(LoggerContext log, LongSupplier nanoClock) {
        LineLimit limit = installed(log);
        if (limit == null) {
            limit = new LineLimit(nanoClock);
            limit.setContext(log);
            limit.start();
            log.addTurboFilter(limit);
        }
        for (Logger logger : log.getLoggerList()) {
            guard(logger, limit);
        }
    }

    private static @Nullable LineLimit installed(LoggerContext log) {
        return log.getTurboFilterList().stream()
                .filter(LineLimit.class::isInstance)
                .map(LineLimit.class::cast)
                .findFirst()
                .orElse(null);
    }

    /** Installs a {@link PlainEncoder} in all appenders of {@code owner}, which is a logger or another appender. */
    private static void guard(AppenderAttachable<ILoggingEvent> owner, LineLimit limit) {
        for (Iterator<Appender<ILoggingEvent>> all = owner.iteratorForAppenders(); all.hasNext(); ) {
            guard(all.next(), limit);
        }
    }

    @SuppressWarnings("unchecked") // all attached appenders of Logback accept ILoggingEvent
    private static void guard(Appender<ILoggingEvent> appender, LineLimit limit) {
        if (appender instanceof OutputStreamAppender<ILoggingEvent> stream
                && !(stream.getEncoder() instanceof PlainEncoder)) {
            PlainEncoder plain = new PlainEncoder(stream.getEncoder(), limit);
            plain.setContext(stream.getContext());
            plain.start();
            stream.setEncoder(plain);
        } else if (appender instanceof AppenderAttachable<?> owner) {
            guard((AppenderAttachable<ILoggingEvent>) owner, limit);
        }
    }
}
