package dev.weir.perf.result;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All decisions of a run. They are written and printed before the first trial, and repeated in the report.
 *
 * @param seed the seed of the order and of every random choice
 * @param baselines the baseline of each contender that is not a baseline itself
 * @param choices load, warm-up, windows, gates and margins in words
 */
public record RunPlan(
        String title,
        String command,
        long seed,
        Map<String, String> baselines,
        List<Case> cases,
        List<String> choices) {
    public String order() {
        return "Order (seed " + seed + "): "
                + cases.stream().map(Case::toString).collect(Collectors.joining("; "));
    }

    /**
     * One planned trial: a contender, a load and a block.
     *
     * @param position the place in the order of the run, from 1
     * @param block the number of the block, from 1; each block has every contender once for each load
     * @param setting the scenario's setting; empty if the scenario has only one
     */
    public record Case(int position, int block, String scenario, String setting, String contender) {
        public String name() {
            String words = "%s %s %s".formatted(scenario, setting, contender).toLowerCase(Locale.ROOT);
            return "%03d-%s".formatted(position, words.replaceAll("[^a-z0-9+]+", "-"));
        }

        /** Returns scenario and setting. Only trials under the same load are compared. */
        public String load() {
            return setting.isEmpty() ? scenario : scenario + ", " + setting;
        }

        @Override
        public String toString() {
            return (setting.isEmpty() ? "" : setting + ": ") + contender;
        }
    }
}
