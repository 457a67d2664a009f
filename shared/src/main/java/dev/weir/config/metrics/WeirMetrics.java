package dev.weir.config.metrics;

import dev.weir.access.AccessLog;
import dev.weir.clients.Clients;
import dev.weir.clients.Use;
import dev.weir.config.management.EventSlices;
import dev.weir.events.EventLog;
import dev.weir.events.Streams;
import dev.weir.throttle.Throttle;
import dev.weir.throttle.ThrottleCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Registers the meters of downloads, events and lost lines of the access log. Micrometer reads their values on demand.
 */
public final class WeirMetrics implements MeterBinder {
    private final Throttle throttle;
    private final Clients clients;

    private final EventLog log;
    private final Streams streams;
    private final AccessLog accessLog;

    public WeirMetrics(Throttle throttle, Clients clients, EventLog log, Streams streams, AccessLog accessLog) {
        this.throttle = throttle;
        this.clients = clients;
        this.log = log;
        this.streams = streams;
        this.accessLog = accessLog;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindDownloads(registry);
        bindEvents(registry);
        FunctionCounter.builder("weir.access-log.dropped", accessLog, AccessLog::dropped)
                .description("lines of the access log that were lost")
                .register(registry);
    }

    private void bindEvents(MeterRegistry registry) {
        Gauge.builder("weir.events.subscribers", clients, all -> all.active(Use.SUBSCRIPTION))
                .description("open event streams and long polls")
                .register(registry);
        Gauge.builder("weir.events.lag", streams, Streams::lag)
                .description("events that the slowest subscriber has not received")
                .register(registry);
        FunctionCounter.builder("weir.events.published", log, EventLog::last)
                .description("events published")
                .register(registry);
        FunctionCounter.builder("weir.events.encoded", log, EventLog::encoded)
                .description("encodings of published events")
                .register(registry);
        var _ = EventSlices.of(registry); // models without an event loop have these meters, too, and leave them at 0
    }

    private void bindDownloads(MeterRegistry registry) {
        Gauge.builder("weir.downloads.active", clients, all -> all.active(Use.DOWNLOAD))
                .description("open downloads")
                .register(registry);
        Gauge.builder("weir.downloads.waiting", throttle, Throttle::waiting)
                .description("downloads that wait for a grant")
                .register(registry);
        FunctionCounter.builder("weir.downloads.written", throttle.counts(), ThrottleCounts::writtenBytes)
                .description("body bytes written to clients")
                .baseUnit("bytes")
                .register(registry);
        FunctionCounter.builder("weir.throttle.granted", throttle.counts(), ThrottleCounts::grantedBytes)
                .description("body bytes that downloads were allowed to write")
                .baseUnit("bytes")
                .register(registry);
        FunctionCounter.builder("weir.throttle.given-back", throttle.counts(), ThrottleCounts::givenBackBytes)
                .description("body bytes granted but not written")
                .baseUnit("bytes")
                .register(registry);
        FunctionCounter.builder("weir.throttle.grants", throttle.counts(), ThrottleCounts::grants)
                .description("grants made")
                .register(registry);
        FunctionCounter.builder("weir.throttle.wakeups", throttle.counts(), ThrottleCounts::wakeups)
                .description("wake-ups by the timer")
                .register(registry);
        FunctionCounter.builder("weir.throttle.empty-polls", throttle.counts(), ThrottleCounts::emptyPolls)
                .description("wake-ups by the timer that made no grant")
                .register(registry);
    }
}
