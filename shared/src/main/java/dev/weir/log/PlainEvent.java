package dev.weir.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/**
 * A log event in whose texts all unsafe characters are escaped ({@link PlainText}). If similar events were suppressed
 * just before, the message ends with the number of suppressed events ({@link LineLimit}).
 */
final class PlainEvent implements ILoggingEvent {
    private final ILoggingEvent event;
    private final @Nullable IThrowableProxy failure;
    private final String message;

    /**
     * @param leftOut the number of similar events that were suppressed just before this event
     * @param traced whether to keep the stack trace. If not, the exception's class and message are added to the log
     *     message
     */
    PlainEvent(ILoggingEvent event, long leftOut, boolean traced) {
        IThrowableProxy thrown = PlainFailure.of(event.getThrowableProxy());
        this.event = event;
        this.failure = traced ? thrown : null;
        this.message = PlainText.of(event.getFormattedMessage())
                + (traced || thrown == null ? "" : ": " + thrown.getClassName() + ": " + thrown.getMessage())
                + (leftOut == 0 ? "" : " (and " + leftOut + " more of this kind before it)");
    }

    @Override
    public String getFormattedMessage() {
        return message;
    }

    /**
     * Returns the formatted message. The message pattern would be useless, because {@link #getArgumentArray} returns
     * null.
     */
    @Override
    public String getMessage() {
        return message;
    }

    @Override
    public Object @Nullable [] getArgumentArray() {
        return null;
    }

    @Override
    public @Nullable IThrowableProxy getThrowableProxy() {
        return failure;
    }

    @Override
    public @Nullable String getThreadName() {
        return PlainText.of(event.getThreadName());
    }

    @Override
    public Map<String, String> getMDCPropertyMap() {
        Map<String, String> fields = event.getMDCPropertyMap();
        if (fields == null || fields.isEmpty()) {
            return Map.of();
        }
        Map<String, String> plain = new LinkedHashMap<>();
        fields.forEach((name, value) -> plain.put(name, String.valueOf(PlainText.of(value))));
        return plain;
    }

    @Override
    @SuppressWarnings("deprecation") // the interface still requires it
    public Map<String, String> getMdc() {
        return getMDCPropertyMap();
    }

    @Override
    public @Nullable List<KeyValuePair> getKeyValuePairs() {
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        return pairs == null
                ? null
                : pairs.stream()
                        .map(pair -> new KeyValuePair(pair.key, PlainText.of(String.valueOf(pair.value))))
                        .toList();
    }

    @Override
    public Level getLevel() {
        return event.getLevel();
    }

    @Override
    public String getLoggerName() {
        return event.getLoggerName();
    }

    @Override
    public LoggerContextVO getLoggerContextVO() {
        return event.getLoggerContextVO();
    }

    @Override
    public StackTraceElement[] getCallerData() {
        return event.getCallerData();
    }

    @Override
    public boolean hasCallerData() {
        return event.hasCallerData();
    }

    @Override
    public List<Marker> getMarkerList() {
        return event.getMarkerList();
    }

    @Override
    public long getTimeStamp() {
        return event.getTimeStamp();
    }

    @Override
    public int getNanoseconds() {
        return event.getNanoseconds();
    }

    @Override
    public Instant getInstant() {
        return event.getInstant();
    }

    @Override
    public long getSequenceNumber() {
        return event.getSequenceNumber();
    }

    @Override
    public void prepareForDeferredProcessing() {
        event.prepareForDeferredProcessing();
    }
}
