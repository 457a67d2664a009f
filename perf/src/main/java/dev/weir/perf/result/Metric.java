package dev.weir.perf.result;

import java.util.Collections;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * A figure of a trial, and how it is computed from what the trial left.
 *
 * <p>The primary ones, what a server uses for a unit of work or a connection before all, are compared. The others are
 * shown.
 */
public enum Metric {
    CPU("server CPU", Unit.SECONDS_EACH, evidence -> evidence.perUnit(Raw.Slice::cpuSeconds)),
    ALLOCATED("allocated", Unit.BYTES_EACH, evidence -> evidence.perUnit(Value.ALLOCATED_BYTES)),
    SWITCHES("context switches", Unit.NUMBER_EACH, evidence -> evidence.perUnit(Value.SWITCHES)),
    CPU_OWN(
            "CPU without collector and compilers",
            Unit.SECONDS_EACH,
            evidence -> evidence.perUnit(Raw.Slice::ownSeconds)),

    THROUGHPUT("units a second", Unit.NUMBER, Evidence::unitsPerSecond),
    RESPONSE_MEAN("response mean", Evidence.Tag.RESPONSE, Histogram::getMean),
    RESPONSE_P50("response p50", Evidence.Tag.RESPONSE, percentile(50)),
    RESPONSE_P99("response p99", Evidence.Tag.RESPONSE, percentile(99)),
    SERVICE_P50("service p50", Evidence.Tag.SERVICE, percentile(50)),
    SERVICE_P99("service p99", Evidence.Tag.SERVICE, percentile(99)),
    UNLOADED_RESPONSE("unloaded response", Evidence.Tag.UNLOADED_RESPONSE, Histogram::getMean),
    WAIT_MEAN("wait mean", Evidence.Tag.WAIT, Histogram::getMean),
    WAIT_P99("wait p99", Evidence.Tag.WAIT, percentile(99)),
    UNLOADED_WAIT("unloaded wait", Evidence.Tag.UNLOADED_WAIT, Histogram::getMean),
    LAST_MEAN("last delivery of an event, mean", Evidence.Tag.LAST, Histogram::getMean),
    LAST_MAX("last delivery of an event, latest", Evidence.Tag.LAST, Histogram::getMaxValue),
    OF_CEILING("answers / ceiling", Value.ACHIEVED_RATE, Value.CEILING),
    ENCODED("encodings of an event", Value.ENCODED, Value.PUBLISHED),
    LITTLE("users by Little's law", Unit.NUMBER, Check.Prediction::littlesUsers),

    WORST_RATE("worst client's rate", Unit.SHARE, Rates::worst),
    MEAN_RATE("mean rate", Unit.SHARE, Rates::mean),
    WITHIN("clients outside T02", Unit.NUMBER, Rates::outside),
    JAIN("Jain's index", Unit.INDEX, Rates::jain),
    /** T03: what a client with many connections got, in terms of what one with a single connection got. */
    SHARED("16 connections / 1", Value.MANY_CONNECTIONS_BYTES, Value.ONE_CONNECTION_BYTES),
    GAP_P99("gap p99", Evidence.Tag.GAP, percentile(99)),
    WAKEUPS("wake-ups a grant", Value.WAKEUPS, Value.GRANTS),
    EMPTY_POLLS("empty polls", Unit.NUMBER, evidence -> evidence.value(Value.EMPTY_POLLS)),

    HEAP("live heap a connection", Raw.Series.LIVE_HEAP_BYTES),
    NATIVE("native memory a connection", Raw.Series.NATIVE_BYTES),
    DIRECT("java.nio's direct buffers a connection", Raw.Series.DIRECT_BYTES),
    STACKS("stacks a connection", Raw.Series.STACK_BYTES),
    RSS_SLOPE("RSS a connection", Raw.Series.RSS_BYTES),
    KERNEL("kernel, both ends", Raw.Series.KERNEL_BYTES),
    TCP("data in sockets, both ends", Raw.Series.TCP_BYTES),
    OWN_HEAP("Weir's own objects", Unit.BYTES, evidence -> evidence.value(Value.OWN_HEAP_BYTES)),

    SERVER_THREADS("threads", Unit.NUMBER, evidence -> evidence.value(Value.SERVER_THREADS)),
    RSS("RSS", Unit.BYTES, evidence -> evidence.value(Value.RSS_BYTES));

    /** What a figure is counted in; EACH is for a unit of work. */
    public enum Unit {
        SECONDS,
        SECONDS_EACH,
        BYTES,
        BYTES_EACH,
        NUMBER,
        NUMBER_EACH,
        /** Of what is expected; 0.01 is one per cent. */
        SHARE,
        INDEX
    }

    private static final Set<Metric> PRIMARY =
            Collections.unmodifiableSet(EnumSet.of(CPU, ALLOCATED, SWITCHES, RESPONSE_P50, HEAP, RSS_SLOPE));

    private final String title;
    private final Unit unit;
    private final Figure figure;

    Metric(String title, Unit unit, Figure figure) {
        this.title = title;
        this.unit = unit;
        this.figure = figure;
    }

    Metric(String title, Evidence.Tag tag, ToDoubleFunction<Histogram> micros) {
        this(title, Unit.SECONDS, evidence -> evidence.seconds(tag, micros));
    }

    Metric(String title, Value above, Value below) {
        this(title, Unit.NUMBER, evidence -> evidence.ratio(above, below));
    }

    /** What one connection more costs. */
    Metric(String title, Raw.Series bytes) {
        this(title, Unit.BYTES, evidence -> evidence.slope(bytes));
    }

    /** How a figure is computed; empty where the trial has nothing to compute it from. */
    @FunctionalInterface
    private interface Figure {
        OptionalDouble of(Evidence evidence);
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

    /** By which contenders are compared; no scenario has more than four of these. */
    static Set<Metric> primary() {
        return PRIMARY;
    }

    OptionalDouble of(Evidence evidence) {
        return figure.of(evidence);
    }
}
