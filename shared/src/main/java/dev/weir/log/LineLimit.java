package dev.weir.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.EventArgUtil;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * A Logback filter that lets at most one log line of each kind pass per second, and counts the suppressed lines.
 * Thread-safe. Each call locks only the state of one kind.
 *
 * <p>Lines of one kind have the same logger, level and exception class. Weir's own lines with arguments must also have
 * the same message pattern. If there are too many kinds, all further lines of one logger and level count as one kind.
 *
 * <p>Lines below level INFO and lines of access logs have no limit, because only the operator can turn them on. Lines
 * of the threads that start and stop the server have no limit, because these threads handle no requests.
 */
public final class LineLimit extends TurboFilter {
    private static final long PAUSE_NANOS = 1_000_000_000;
    private static final long TRACE_PAUSE_NANOS = 60 * PAUSE_NANOS;
    private static final int MOST_KINDS = 1000;
    private static final String OURS = "dev.weir.";

    private final LongSupplier nanoClock;
    private final Map<Kind, Lines> kinds = new ConcurrentHashMap<>();

    private record Kind(
            String logger,
            int level,
            @Nullable String failure,
            @Nullable String pattern) {}

    /** The state of the limit for one {@link Kind} of log lines. This object's lock guards the fields. */
    private static final class Lines {
        private boolean begun;
        private long lastNanos;
        private long suppressed;
        /** The number of log lines that were suppressed between the last two lines that the filter let pass. */
        private long told;

        private boolean everTraced;
        private long lastTraceNanos;
        /** Whether the last log line that the filter let pass may have a stack trace. */
        private boolean traced;

        synchronized boolean pass(long nowNanos, boolean failed) {
            if (begun && nowNanos - lastNanos < PAUSE_NANOS) {
                suppressed++;
                return false;
            }
            begun = true;
            lastNanos = nowNanos;
            told = suppressed;
            suppressed = 0;
            traced = failed && (!everTraced || nowNanos - lastTraceNanos >= TRACE_PAUSE_NANOS);
            if (traced) {
                everTraced = true;
                lastTraceNanos = nowNanos;
            }
            return true;
        }

        synchronized boolean traced() {
            return traced;
        }

        synchronized long told() {
            return told;
        }
    }

    /** @param nanoClock a clock that never steps back, such as {@link System#nanoTime} */
    public LineLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] parameters,
            @Nullable Throwable failure) {
        if (level.levelInt < Level.INFO_INT
                || (format == null && failure == null) // a call such as isInfoEnabled()
                || level.levelInt < logger.getEffectiveLevel().levelInt
                || isOperators(logger.getName(), Thread.currentThread().getName())) {
            return FilterReply.NEUTRAL;
        }
        Throwable last = failure == null ? EventArgUtil.extractThrowable(parameters) : null; // as LoggingEvent does
        Throwable thrown = failure == null ? last : failure;
        String type = thrown == null ? null : thrown.getClass().getName();
        Object[] others = last == null ? parameters : EventArgUtil.trimmedCopy(parameters);
        Lines lines = lines(kind(logger.getName(), level, type, format, others));
        return lines.pass(nanoClock.getAsLong(), thrown != null) ? FilterReply.NEUTRAL : FilterReply.DENY;
    }

    /**
     * Returns how many log lines were suppressed between this line and the previous written line of the same kind.
     * Returns 0 for a line without a limit.
     */
    long leftOut(ILoggingEvent event) {
        Lines lines = known(event);
        return lines == null || isOperators(event.getLoggerName(), event.getThreadName()) ? 0 : lines.told();
    }

    /**
     * Returns whether to write the stack trace of a log line. A line without a limit always gets its stack trace. A
     * limited line of a library gets none below level ERROR. The other limited lines of one kind get at most one stack
     * trace per minute.
     */
    boolean mayTrace(ILoggingEvent event) {
        int level = event.getLevel().levelInt;
        if (level < Level.INFO_INT || isOperators(event.getLoggerName(), event.getThreadName())) {
            return true;
        }
        if (level < Level.ERROR_INT && !event.getLoggerName().startsWith(OURS)) {
            return false;
        }
        Lines lines = known(event);
        return lines == null || lines.traced();
    }

    private @Nullable Lines known(ILoggingEvent event) {
        String type = event.getThrowableProxy() == null
                ? null
                : event.getThrowableProxy().getClassName();
        Kind kind = kind(event.getLoggerName(), event.getLevel(), type, event.getMessage(), event.getArgumentArray());
        return kinds.getOrDefault(kind, kinds.get(coarse(kind)));
    }

    private Lines lines(Kind kind) {
        Lines known = kinds.get(kind);
        if (known != null) {
            return known;
        }
        return kinds.computeIfAbsent(kinds.size() < MOST_KINDS ? kind : coarse(kind), _ -> new Lines());
    }

    private static Kind kind(
            String logger,
            Level level,
            @Nullable String failure,
            @Nullable String format,
            Object @Nullable [] parameters) {
        boolean pattern = logger.startsWith(OURS) && parameters != null && parameters.length > 0;
        return new Kind(logger, level.levelInt, failure, pattern ? format : null);
    }

    private static Kind coarse(Kind kind) {
        return new Kind(kind.logger, kind.level, null, null);
    }

    private static boolean isOperators(String logger, String thread) {
        return logger.endsWith(
                        "AccessLog") // Reactor Netty's access log has one line per request, if the operator turns it on
                || thread.equals("main")
                || thread.equals("SpringApplicationShutdownHook")
                || thread.endsWith("-shutdown");
    }

    int kinds() {
        return kinds.size();
    }
}
