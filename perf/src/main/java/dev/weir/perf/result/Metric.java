package dev.weir.perf.result;

import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a trial, and how it is computed from what the trial left.
 *
 * <p>The primary ones, what a server uses for a unit of work or a connection before all, are compared. The others are
 * shown.
 */
public enum Metric {
    CPU("server CPU", Unit.SECONDS_EACH, Raw.Slice::cpuSeconds),
    ALLOCATED("allocated", Unit.BYTES_EACH, figure(evidence -> evidence.perUnit(Value.ALLOCATED_BYTES))),
    SWITCHES("context switches", Unit.NUMBER_EACH, figure(evidence -> evidence.perUnit(Value.SWITCHES))),
    CPU_OWN("CPU without collector and compilers", Unit.SECONDS_EACH, Raw.Slice::ownSeconds),

    THROUGHPUT("units a second", Unit.NUMBER, figure(Evidence::unitsPerSecond)),
    RESPONSE_MEAN("response mean", Unit.SECONDS, Evidence.Tag.RESPONSE, Histogram::getMean),
    RESPONSE_P50("response p50", Unit.SECONDS, Evidence.Tag.RESPONSE, percentile(50)),
    RESPONSE_P99("response p99", Unit.SECONDS, Evidence.Tag.RESPONSE, percentile(99)),
    SERVICE_P50("service p50", Unit.SECONDS, Evidence.Tag.SERVICE, percentile(50)),
    SERVICE_P99("service p99", Unit.SECONDS, Evidence.Tag.SERVICE, percentile(99)),
    UNLOADED_RESPONSE("unloaded response", Unit.SECONDS, Evidence.Tag.UNLOADED_RESPONSE, Histogram::getMean),
    WAIT_MEAN("wait mean", Unit.SECONDS, Evidence.Tag.WAIT, Histogram::getMean),
    WAIT_P99("wait p99", Unit.SECONDS, Evidence.Tag.WAIT, percentile(99)),
    UNLOADED_WAIT("unloaded wait", Unit.SECONDS, Evidence.Tag.UNLOADED_WAIT, Histogram::getMean),
    LAST_MEAN("last delivery of an event, mean", Unit.SECONDS, Evidence.Tag.LAST, Histogram::getMean),
    LAST_MAX("last delivery of an event, latest", Unit.SECONDS, Evidence.Tag.LAST, Histogram::getMaxValue),
    OF_CEILING(
            "answers / ceiling",
            Unit.NUMBER,
            figure(evidence -> Rates.ratio(evidence, Value.ACHIEVED_RATE, Value.CEILING))),
    ENCODED(
            "encodings of an event",
            Unit.NUMBER,
            figure(evidence -> Rates.ratio(evidence, Value.ENCODED, Value.PUBLISHED))),
    LITTLE("users by Little's law", Unit.NUMBER, figure(Check.Prediction::littlesUsers)),

    WORST_RATE("worst client's rate", Unit.SHARE, figure(Rates::worst)),
    MEAN_RATE("mean rate", Unit.SHARE, figure(Rates::mean)),
    WITHIN("clients outside T02", Unit.NUMBER, figure(Rates::outside)),
    JAIN("Jain's index", Unit.INDEX, figure(Rates::jain)),
    SHARED("16 connections / 1", Unit.NUMBER, figure(Rates::manyToOne)),
    GAP_P99("gap p99", Unit.SECONDS, Evidence.Tag.GAP, percentile(99)),
    WAKEUPS("wake-ups a grant", Unit.NUMBER, figure(evidence -> Rates.ratio(evidence, Value.WAKEUPS, Value.GRANTS))),
    EMPTY_POLLS("empty polls", Unit.NUMBER, figure(evidence -> evidence.value(Value.EMPTY_POLLS))),

    HEAP(
            "live heap a connection",
            Unit.BYTES,
            figure(evidence -> Memories.slope(evidence, Raw.Series.LIVE_HEAP_BYTES))),
    NATIVE(
            "native memory a connection",
            Unit.BYTES,
            figure(evidence -> Memories.slope(evidence, Raw.Series.NATIVE_BYTES))),
    DIRECT(
            "java.nio's direct buffers a connection",
            Unit.BYTES,
            figure(evidence -> Memories.slope(evidence, Raw.Series.DIRECT_BYTES))),
    STACKS("stacks a connection", Unit.BYTES, figure(evidence -> Memories.slope(evidence, Raw.Series.STACK_BYTES))),
    RSS_SLOPE("RSS a connection", Unit.BYTES, figure(evidence -> Memories.slope(evidence, Raw.Series.RSS_BYTES))),
    KERNEL("kernel, both ends", Unit.BYTES, figure(evidence -> Memories.slope(evidence, Raw.Series.KERNEL_BYTES))),
    TCP("data in sockets, both ends", Unit.BYTES, figure(evidence -> Memories.slope(evidence, Raw.Series.TCP_BYTES))),
    OWN_HEAP("Weir's own objects", Unit.BYTES, figure(evidence -> evidence.value(Value.OWN_HEAP_BYTES))),

    SERVER_THREADS("threads", Unit.NUMBER, figure(evidence -> evidence.value(Value.SERVER_THREADS))),
    RSS("RSS", Unit.BYTES, figure(evidence -> evidence.value(Value.RSS_BYTES)));

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

    private static final Set<Metric> PRIMARY = EnumSet.of(CPU, ALLOCATED, SWITCHES, RESPONSE_P50, HEAP, RSS_SLOPE);

    private final String title;
    private final Unit unit;
    private final @Nullable ToDoubleFunction<Raw.Slice> cost;
    private final Figure figure;

    Metric(String title, Unit unit, ToDoubleFunction<Raw.Slice> cost) {
        this.title = title;
        this.unit = unit;
        this.cost = cost;
        this.figure = evidence -> evidence.perUnit(cost);
    }

    Metric(String title, Unit unit, Figure figure) {
        this.title = title;
        this.unit = unit;
        this.cost = null;
        this.figure = figure;
    }

    Metric(String title, Unit unit, Evidence.Tag tag, ToDoubleFunction<Histogram> micros) {
        this(title, unit, figure(evidence -> evidence.seconds(tag, micros)));
    }

    /** How a figure is computed; empty where the trial has nothing to compute it from. */
    @FunctionalInterface
    private interface Figure {
        OptionalDouble of(Evidence evidence);
    }

    /** Says which of the two constructors is meant. */
    private static Figure figure(Figure figure) {
        return figure;
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

    /** What a slice of the window cost by this metric; null where slices do not tell. */
    public @Nullable ToDoubleFunction<Raw.Slice> cost() {
        return cost;
    }

    /** Whether contenders are compared by it; no scenario has more than four of these. */
    public boolean isPrimary() {
        return PRIMARY.contains(this);
    }

    OptionalDouble of(Evidence evidence) {
        return figure.of(evidence);
    }
}
