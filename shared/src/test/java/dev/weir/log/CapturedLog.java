package dev.weir.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Keeps the log lines of one class from level DEBUG on, until it is closed. */
public final class CapturedLog implements AutoCloseable {
    private final Logger log;
    private final @Nullable Level before;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    public CapturedLog(Class<?> source) {
        log = (Logger) LoggerFactory.getLogger(source);
        before = log.getLevel();
        events.start();
        log.setLevel(Level.DEBUG);
        log.addAppender(events);
    }

    public List<ILoggingEvent> events() {
        return events.list;
    }

    /** Returns the messages, without levels and stack traces. */
    public List<String> messages() {
        return events.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        log.detachAppender(events);
        log.setLevel(before);
    }
}
