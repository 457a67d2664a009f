package dev.weir.access;

import dev.weir.network.Proxies;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each finished response, even if the response was broken off. The line states how many bytes were
 * really sent. Thread-safe. Only {@link #open} and {@link #close} block.
 */
public final class AccessLog implements AutoCloseable {
    /** The head of a request. A value is null if it is unknown or if the client did not send it. */
    record Head(
            @Nullable String address,
            @Nullable String method,
            @Nullable String target,
            @Nullable String protocol,
            @Nullable String referer,
            @Nullable String agent) {}

    /**
     * The most characters of a method, target, referer or user agent in a log line. This limit bounds the memory of a
     * line.
     */
    static final int LONGEST = 1024;

    private final @Nullable LineWriter writer;
    private final Proxies proxies;
    private final InstantSource clock;
    private final LongSupplier nanoClock;

    private AccessLog(@Nullable LineWriter writer, Proxies proxies, InstantSource clock, LongSupplier nanoClock) {
        this.writer = writer;
        this.proxies = proxies;
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /**
     * Opens the access log.
     *
     * @param failure creates the exception to throw if the file cannot be opened; its argument is the reason as text
     */
    public static AccessLog open(
            AccessSettings settings,
            Proxies proxies,
            InstantSource clock,
            LongSupplier nanoClock,
            Function<String, RuntimeException> failure) {
        if (settings.file() == null) {
            return new AccessLog(null, proxies, clock, nanoClock);
        }
        LogFile file = LogFile.open(settings.file(), failure);
        LineWriter writer = new LineWriter(file, settings.format()::of, nanoClock);
        return new AccessLog(writer, proxies, clock, nanoClock);
    }

    public boolean isOn() {
        return writer != null;
    }

    /**
     * Begins the log entry of a request. Keeps the values as the client sent them, but cuts long values after
     * {@link #LONGEST} characters. The caller must end the entry. Call this method only if the log is on.
     *
     * @param field looks up a request header field by name; returns null if the field is absent
     * @param remote the address of the connection's peer, which is the client or the last proxy; null if it is unknown
     */
    public AccessEntry begin(
            @Nullable String method,
            @Nullable String target,
            @Nullable String protocol,
            Function<String, @Nullable String> field,
            @Nullable InetAddress remote) {
        String address = remote == null ? null : proxies.client(field, remote).getHostAddress();
        Head head = new Head(
                address,
                cut(method),
                cut(target),
                protocol,
                cut(field.apply("Referer")),
                cut(field.apply("User-Agent")));
        return new AccessEntry(this, head, clock.instant(), nanoClock.getAsLong());
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null || text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    void write(AccessLine line) {
        if (writer != null) {
            writer.write(line);
        }
    }

    long nanoTime() {
        return nanoClock.getAsLong();
    }

    /** Returns how many log lines were lost, because the queue was full or the file could not be written. */
    public long dropped() {
        return writer == null ? 0 : writer.dropped();
    }

    /** Writes the lines that still wait in the queue, and closes the file. */
    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
