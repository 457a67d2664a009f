package dev.weir.perf.result;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import dev.weir.perf.result.Raw.Value;
import dev.weir.perf.stats.Slope;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;

/** A measure of a trial, such as CPU time per request, and how it is computed from the trial's {@link Evidence}. */
public enum Metric {
    /** The CPU time of one more unit of work: the slope of a line through CPU time over work at several loads. */
    CPU("marginal server CPU", Unit.SECONDS_EACH, evidence -> evidence.cpu(Slope::slope)),
    CPU_FIXED("fixed server CPU per second", Unit.SECONDS, evidence -> evidence.cpu(Slope::intercept)),
    CPU_FIT("R² of server CPU", Unit.INDEX, evidence -> evidence.cpu(Slope::rSquared)),
    /** The CPU time of the window divided by its units of work. Includes CPU time that does not depend on the load. */
    CPU_MEAN("server CPU", Unit.SECONDS_EACH, evidence -> evidence.perUnit(Raw.Slice::cpuSeconds)),
    ALLOCATED("allocated", Unit.BYTES_EACH, evidence -> evidence.perUnit(Value.ALLOCATED_BYTES)),
    SWITCHES("context switches", Unit.NUMBER_EACH, evidence -> evidence.perUnit(Value.SWITCHES)),
    CPU_OWN("CPU without collector and compilers", Unit.SECONDS_EACH, one -> one.perUnit(Raw.Slice::ownSeconds)),

    THROUGHPUT("units per second", Unit.NUMBER, Evidence::unitsPerSecond),
    RESPONSE_MEAN("response mean", Evidence.Tag.RESPONSE, Histogram::getMean),
    RESPONSE_P50("response p50", Evidence.Tag.RESPONSE, percentile(50)),
    RESPONSE_P99("response p99", Evidence.Tag.RESPONSE, percentile(99)),
    SERVICE_MEAN("service mean", Evidence.Tag.SERVICE, Histogram::getMean),
    SERVICE_P50("service p50", Evidence.Tag.SERVICE, percentile(50)),
    SERVICE_P99("service p99", Evidence.Tag.SERVICE, percentile(99)),
    UNLOADED_RESPONSE("unloaded response", Evidence.Tag.UNLOADED_RESPONSE, Histogram::getMean),
    WAIT_MEAN("wait mean", Evidence.Tag.WAIT, Histogram::getMean),
    WAIT_P99("wait p99", Evidence.Tag.WAIT, percentile(99)),
    CALM_RESPONSE("calm response p50", Evidence.Tag.CALM_RESPONSE, percentile(50)),
    UNLOADED_WAIT("unloaded wait", Evidence.Tag.UNLOADED_WAIT, Histogram::getMean),
    LAST_MEAN("last delivery of an event, mean", Evidence.Tag.LAST, Histogram::getMean),
    LAST_MAX("last delivery of an event, maximum", Evidence.Tag.LAST, Histogram::getMaxValue),
    RATE("a download's rate", Unit.SHARE, Requirement.Prediction::rateError),
    ENCODED("encodings of an event", Value.ENCODED, Value.PUBLISHED),
    LITTLE("users by Little's law", Unit.NUMBER, Requirement.Prediction::littlesUsers),

    WORST_RATE("worst client's rate", Unit.SHARE, ClientRates::worst),
    MEAN_RATE("mean rate", Unit.SHARE, ClientRates::mean),
    WITHIN("clients outside T02", Unit.NUMBER, ClientRates::outside),
    JAIN("Jain's index", Unit.INDEX, ClientRates::jain),
    /** The rate of a client with 16 connections, divided by the rate of a client with 1. Should be at most 1.02. */
    SHARED("16 connections / 1", Value.MANY_CONNECTIONS_BYTES, Value.ONE_CONNECTION_BYTES),
    GAP_P99("gap p99", Evidence.Tag.GAP, percentile(99)),
    WAKEUPS("wake-ups per grant", Value.WAKEUPS, Value.GRANTS),
    EMPTY_POLLS("empty polls", Unit.NUMBER, evidence -> evidence.value(Value.EMPTY_POLLS)),
    EMPTY_ANSWERS("answers without an event", Unit.NUMBER, evidence -> evidence.value(Value.EMPTY_ANSWERS)),

    HEAP("live heap per connection", Raw.Series.LIVE_HEAP_BYTES),
    HEAP_FIT("R² of live heap", fit(Raw.Series.LIVE_HEAP_BYTES)),
    NATIVE("native memory per connection", Raw.Series.NATIVE_BYTES),
    NATIVE_FIT("R² of native memory", fit(Raw.Series.NATIVE_BYTES)),
    PROCESS("live heap and native memory per connection", Raw.Series.PROCESS_BYTES),
    PROCESS_FIT("R² of live heap and native memory", fit(Raw.Series.PROCESS_BYTES)),
    KERNEL("kernel memory of both ends", Raw.Series.KERNEL_BYTES),
    KERNEL_FIT("R² of kernel memory", fit(Raw.Series.KERNEL_BYTES)),
    OWN_HEAP("Weir's own objects", Unit.BYTES, evidence -> evidence.value(Value.OWN_HEAP_BYTES)),

    GOODPUT("answers / capacity", Value.ACHIEVED_RATE, Value.CAPACITY),
    OFFERED("offered per second", Unit.NUMBER, evidence -> evidence.value(Value.OFFERED_RATE)),
    WAITING("without an answer at the end", Unit.NUMBER, evidence -> evidence.value(Value.WAITING)),
    REFUSED("refused", Unit.NUMBER, evidence -> evidence.value(Value.REFUSED)),
    RECOVERY("time to recover", Unit.SECONDS, evidence -> evidence.value(Value.RECOVERY_SECONDS)),
    KEPT("memory after / before", Value.MEMORY_AFTER, Value.MEMORY_BEFORE),
    LEFT_OVER("downloads left over", Unit.NUMBER, evidence -> evidence.value(Value.LEFT_OVER)),
    START("time to start", Unit.SECONDS, evidence -> evidence.value(Value.START_SECONDS)),
    START_CPU("CPU to start", Unit.SECONDS, evidence -> evidence.value(Value.START_CPU_SECONDS)),

    LAG_MEASURED("part of the window with measured lag", Unit.INDEX, evidence -> evidence.value(Value.LAG_MEASURED)),
    SERVER_THREADS("threads", Unit.NUMBER, evidence -> evidence.value(Value.SERVER_THREADS)),
    RSS("RSS", Unit.BYTES, evidence -> evidence.value(Value.RSS_BYTES));

    public enum Unit {
        SECONDS,
        SECONDS_EACH,
        BYTES,
        BYTES_EACH,
        NUMBER,
        NUMBER_EACH,
        /** A relative deviation from the expected value: 0.01 is one per cent. */
        SHARE,
        INDEX
    }

    /** The metrics by which servers are compared. A scenario measures at most four of them. */
    static final ImmutableSet<Metric> PRIMARY =
            Sets.immutableEnumSet(CPU, ALLOCATED, SWITCHES, RESPONSE_P50, HEAP, PROCESS, START, START_CPU);

    private final String title;
    private final Unit unit;
    private final ToDoubleFunction<Evidence> computation;

    Metric(String title, Unit unit, ToDoubleFunction<Evidence> computation) {
        this.title = title;
        this.unit = unit;
        this.computation = computation;
    }

    Metric(String title, Evidence.Tag tag, ToDoubleFunction<Histogram> statistic) {
        this(title, Unit.SECONDS, evidence -> evidence.seconds(tag, statistic));
    }

    Metric(String title, Value above, Value below) {
        this(title, Unit.NUMBER, evidence -> evidence.ratio(above, below));
    }

    Metric(String title, Raw.Series bytes) {
        this(title, Unit.BYTES, evidence -> evidence.slope(bytes));
    }

    /** Creates the metric R² of a line through measured bytes. With R² below 0.99, the line's slope is not valid. */
    Metric(String title, ToDoubleFunction<Evidence> fit) {
        this(title, Unit.INDEX, fit);
    }

    private static ToDoubleFunction<Evidence> fit(Raw.Series bytes) {
        return evidence -> evidence.memory(bytes, Slope::rSquared);
    }

    private static ToDoubleFunction<Histogram> percentile(double percentile) {
        return histogram -> Evidence.percentile(histogram, percentile);
    }

    public String title() {
        return title;
    }

    public Unit unit() {
        return unit;
    }

    OptionalDouble of(Evidence evidence) {
        double figure = computation.applyAsDouble(evidence);
        return Double.isNaN(figure) ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }

    static final class ClientRates {
        /** A client's bytes may deviate from the expected bytes by this fraction plus the size of one grant. */
        private static final double TOLERANCE = 0.005;

        private static double expected(Evidence evidence) {
            return evidence.value(Value.RATE_BYTES) * evidence.value(Value.WINDOW_SECONDS);
        }

        private static DoubleStream errors(Evidence evidence) {
            double expected = expected(evidence);
            return evidence.series(Raw.Series.CLIENT_BYTES).stream().mapToDouble(bytes -> bytes / expected - 1);
        }

        static double worst(Evidence evidence) {
            return errors(evidence)
                    .reduce((worst, error) -> Math.abs(error) > Math.abs(worst) ? error : worst)
                    .orElse(Double.NaN);
        }

        static double mean(Evidence evidence) {
            return errors(evidence).average().orElse(Double.NaN);
        }

        static double outside(Evidence evidence) {
            double expected = expected(evidence);
            double tolerated = TOLERANCE * expected + evidence.value(Value.CHUNK_BYTES, 0);
            List<Double> clients = evidence.series(Raw.Series.CLIENT_BYTES);
            return clients.isEmpty() || Double.isNaN(expected)
                    ? Double.NaN
                    : clients.stream()
                            .filter(bytes -> Math.abs(bytes - expected) > tolerated)
                            .count();
        }

        /** Returns Jain's fairness index: 1 if all clients got the same number of bytes, 1/n if one of n got all. */
        static double jain(Evidence evidence) {
            List<Double> clients = evidence.series(Raw.Series.CLIENT_BYTES);
            return clients.isEmpty() ? Double.NaN : jain(clients);
        }

        static double jain(List<Double> amounts) {
            double sum = amounts.stream().mapToDouble(amount -> amount).sum();
            double squares =
                    amounts.stream().mapToDouble(amount -> amount * amount).sum();
            return squares == 0 ? 1 : sum * sum / (amounts.size() * squares);
        }
    }
}
