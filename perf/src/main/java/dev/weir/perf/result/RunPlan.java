package dev.weir.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The plan of a run, stored before its first trial: which trials run, in which order, and how they are judged.
 *
 * @param seed the seed of the random order and of all other random choices
 * @param baselines maps each compared server to its baseline, the server with which it is compared
 */
public record RunPlan(
        String title,
        String command,
        long seed,
        Map<String, String> baselines,
        List<Case> cases,
        List<String> choices) {
    public Stream<String> loads() {
        return cases.stream().map(Case::load).distinct();
    }

    /** Returns whether a server takes part to test the measurement: as a twin, or with a known cost or fault. */
    public static boolean servesAsControl(String contender) {
        return contender.matches(".*[#+!].*");
    }

    /** Returns the order of the trials as lines: a line for each load of a block. */
    public List<String> order() {
        List<String> lines = new ArrayList<>();
        for (Case planned : cases) {
            String place = "Block %d, %s: ".formatted(planned.block(), planned.load());
            boolean goesOn = !lines.isEmpty() && lines.getLast().startsWith(place);
            lines.add(goesOn ? lines.removeLast() + ", " + planned.contender() : place + planned.contender());
        }
        return lines;
    }

    /**
     * One planned trial. A block is a round in which each contender runs once under each load, in random order.
     *
     * @param position the place in the order of the run, from 1
     * @param setting selects one of the scenario's loads, such as "1,000 subscribers"; empty if it has only one load
     */
    public record Case(int position, int block, String scenario, String setting, String contender) {
        public String name() {
            String words = "%s %s %s".formatted(scenario, setting, contender).toLowerCase(Locale.ROOT);
            return "%03d-%s".formatted(position, words.replaceAll("[^a-z0-9+]+", "-"));
        }

        /** Returns the name of the load: the scenario and its setting. Only trials with equal loads are compared. */
        public String load() {
            return setting.isEmpty() ? scenario : scenario + ", " + setting;
        }

        String subject() {
            return load() + ", " + contender;
        }

        /** Returns whether the server has a planted fault, because of which the trial should not count. */
        public boolean hasFault() {
            return contender.contains("!");
        }

        public boolean isOf(String otherLoad, String otherContender) {
            return load().equals(otherLoad) && contender.equals(otherContender);
        }
    }
}
