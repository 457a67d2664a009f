package dev.weir.perf.result;

import java.util.List;
import java.util.Map;

/**
 * What was decided before the first trial: written and printed then, and repeated in the report.
 *
 * @param command which runs it again
 * @param seed of the order and of every random choice; the same seed gives the same plan
 * @param baselines whom each contender is compared with; one that is in no pair is a baseline itself
 * @param cases in the order in which they run
 * @param choices one sentence each: load, warm-up, windows, gates, margins
 */
public record Plan(
        String title,
        String command,
        long seed,
        Map<String, String> baselines,
        List<Case> cases,
        List<String> choices) {}
