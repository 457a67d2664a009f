package dev.weir.perf.result;

import java.util.List;
import java.util.Locale;
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
        List<String> choices) {

    /**
     * One trial of a plan: which contender, under which load, in which block.
     *
     * @param position in the order in which the trials run, from 1
     * @param block from 1; each holds every contender once for each setting
     * @param setting of the scenario's load; empty where it has one only
     */
    public record Case(int position, int block, String scenario, String setting, String contender) {
        /** Of its files. */
        public String name() {
            String words = "%s %s %s".formatted(scenario, setting, contender).toLowerCase(Locale.ROOT);
            return "%03d-%s".formatted(position, words.replaceAll("[^a-z0-9+]+", "-"));
        }

        /** What is compared with each other: the same load. */
        public String load() {
            return setting.isEmpty() ? scenario : scenario + ", " + setting;
        }

        @Override
        public String toString() {
            return (setting.isEmpty() ? "" : setting + ": ") + contender;
        }
    }
}
