package dev.weir.config.metrics;

import dev.weir.clients.watch.RequestKind;
import dev.weir.clients.watch.RequestWatch;
import dev.weir.problem.Problem;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Counts the refused requests, and measures the downloads of each plan's clients. Thread-safe. Never blocks.
 *
 * <p>The meters are kept in maps, because to look up a meter in the registry costs more than to change its value.
 */
public final class RequestMeters implements RequestWatch {
    private record Refusal(RequestKind kind, Problem reason, String plan) {}

    private final MeterRegistry registry;
    private final Map<Refusal, Counter> refused = new ConcurrentHashMap<>();
    private final Map<String, DownloadTimes> downloads = new ConcurrentHashMap<>();

    /**
     * Registers all meters with the value 0. Otherwise Prometheus would not see the first refusals as an increase.
     *
     * @param plans the names of all plans
     */
    public RequestMeters(MeterRegistry registry, Set<String> plans) {
        this.registry = registry;
        register(RequestWatch.NO_PLAN);
        for (String plan : plans) {
            register(plan);
            var _ = times(plan);
        }
    }

    private void register(String plan) {
        for (RequestKind kind : RequestKind.values()) {
            for (Problem reason : kind.reasons(plan)) {
                var _ = counter(new Refusal(kind, reason, plan));
            }
        }
    }

    @Override
    public void refused(RequestKind kind, Problem reason, String plan) {
        counter(new Refusal(kind, reason, plan)).increment();
    }

    @Override
    public void firstByte(String plan, long nanos) {
        times(plan).firstByte().record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void ended(String plan, long nanos) {
        times(plan).duration().record(nanos, TimeUnit.NANOSECONDS);
    }

    private DownloadTimes times(String plan) {
        DownloadTimes known = downloads.get(plan);
        return known != null ? known : downloads.computeIfAbsent(plan, name -> DownloadTimes.of(name, registry));
    }

    private Counter counter(Refusal refusal) {
        Counter known = refused.get(refusal);
        return known != null ? known : refused.computeIfAbsent(refusal, this::register);
    }

    private Counter register(Refusal refusal) {
        return Counter.builder("weir.requests.refused")
                .description("requests that the limits or rights of their client, or the limits of the server, refused")
                .tag("request", refusal.kind.name().toLowerCase(Locale.ROOT))
                .tag("reason", refusal.reason.type())
                .tag("plan", refusal.plan)
                .register(registry);
    }
}
