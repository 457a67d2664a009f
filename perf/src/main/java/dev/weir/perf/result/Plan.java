package dev.weir.perf.result;

import java.util.List;

/**
 * What was decided before the first trial: printed then, and repeated in the report.
 *
 * @param command which runs it again
 * @param seed of the order; the same seed gives the same order
 * @param order the trials, as they run
 * @param choices one sentence each: load, warm-up, windows, gates, margins
 */
public record Plan(String title, String command, long seed, List<String> order, List<String> choices) {}
