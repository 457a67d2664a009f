package dev.weir.config;

import dev.weir.soap.DeferredGateway;
import dev.weir.soap.MessageBudget;
import dev.weir.soap.SoapGateway;
import dev.weir.soap.SoapPool;
import dev.weir.soap.endpoint.Calculator;
import dev.weir.soap.endpoint.Operations;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.ReplayGuard;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

/** Defines the Spring beans of the SOAP service. */
@Configuration(proxyBeanMethods = false)
@Import(Calculator.class)
class SoapConfiguration {
    private static final Logger log = LoggerFactory.getLogger(SoapConfiguration.class);

    /** An upper bound on the number of SOAP messages that one processor core can verify per second. */
    private static final int MOST_A_SECOND = 1_000;

    /**
     * The minimum size of the memory for the SOAP messages of all clients. One client may use an eighth of this memory.
     * The largest permitted message must fit into this eighth.
     */
    private static final long LEAST_BUDGET_BYTES = 16L << 20;

    private static final long MOST_BUDGET_BYTES = 128L << 20;

    private static final Duration LONGEST_AHEAD = Duration.ofMinutes(1);

    /**
     * The time when the server started, rounded down to milliseconds. Without Redis, the server refuses SOAP messages
     * that were created before this time.
     */
    private final Instant started = InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS);

    @Bean
    InfoContributor soapInfo(DeferredGateway gateway) {
        return info -> info.withDetail("soap", Map.of("crypto", crypto(gateway)));
    }

    private static String crypto(DeferredGateway gateway) {
        try {
            return gateway.get().cryptography().toString();
        } catch (IllegalStateException e) { // it has been logged
            return "unavailable";
        }
    }

    /** Creates a cache that detects repeated SOAP messages in one process. Unused if several nodes share a cache. */
    @Bean
    @Fallback
    @Lazy
    ReplayCache replayCache(WeirProperties properties) {
        long seconds = properties.soap().timeToLive().plus(LONGEST_AHEAD).toSeconds();
        return new ReplayCache(
                Math.toIntExact(MOST_A_SECOND * seconds * Runtime.getRuntime().availableProcessors()));
    }

    /**
     * Returns an object that creates the SOAP gateway on first use, so that the start is not delayed. If no keys are
     * configured, the first use also creates development keys.
     */
    @Bean
    DeferredGateway soapGateway(Settings settings, ReplayGuard replays, ApplicationContext context) {
        return new DeferredGateway(() -> gateway(settings, replays, new Operations(context)));
    }

    private SoapGateway gateway(Settings configured, ReplayGuard replays, Operations operations) {
        SoapSettings settings = configured.soap();
        settings.warn();
        log.info(
                "SOAP uses the cryptography provider {} (weir.soap.crypto)",
                settings.recipient().cryptography());
        return new SoapGateway(
                settings.recipient(),
                settings.signer(),
                settings.clients(),
                settings.timeToLive(),
                started,
                replays,
                operations);
    }

    @Bean
    MessageBudget messageBudget(MeterRegistry registry) {
        long most = Math.clamp(Runtime.getRuntime().maxMemory() / 8, LEAST_BUDGET_BYTES, MOST_BUDGET_BYTES);
        MessageBudget budget = new MessageBudget(most, most / 8);
        Gauge.builder("weir.soap.reading.bytes", budget, MessageBudget::held)
                .description("memory of SOAP messages that are being read or wait for a thread")
                .register(registry);
        return budget;
    }

    @Bean
    SoapPool soapPool(DeferredGateway gateway, MessageBudget budget, MeterRegistry registry) {
        SoapPool pool = new SoapPool(
                gateway,
                budget,
                Runtime.getRuntime().availableProcessors(),
                InstantSource.system(),
                new CallMeters(registry));
        Gauge.builder("weir.soap.waiting", pool, SoapPool::waiting)
                .description("SOAP calls that wait for a thread")
                .register(registry);
        return pool;
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> soapPreparation(SoapPool pool) {
        return ready -> pool.prepare();
    }

    /**
     * Counts the SOAP calls by outcome. Keeps the counters in a map, because a lookup in the registry costs more than
     * the counting itself. Thread-safe.
     */
    static final class CallMeters implements Consumer<String> {
        private final MeterRegistry registry;
        private final Map<String, Counter> counters = new ConcurrentHashMap<>();

        /**
         * Registers a counter for each outcome except SOAP faults. The counter of a fault code is registered when the
         * first such fault is counted.
         */
        CallMeters(MeterRegistry registry) {
            this.registry = registry;
            for (String outcome : List.of("answered", "overloaded", "refused", "cancelled", "failed")) {
                counters.put(outcome, register(outcome));
            }
        }

        /** Counts a call. The outcome is one of those that the constructor registers, or the code of a SOAP fault. */
        @Override
        public void accept(String outcome) {
            Counter known = counters.get(outcome);
            (known != null ? known : counters.computeIfAbsent(outcome, this::register)).increment();
        }

        private Counter register(String outcome) {
            return Counter.builder("weir.soap.calls")
                    .description("SOAP calls by outcome")
                    .tag("outcome", outcome)
                    .register(registry);
        }
    }
}
