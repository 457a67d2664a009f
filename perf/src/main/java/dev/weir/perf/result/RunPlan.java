package dev.weir.perf.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The plan of a run, stored before its first trial. All random choices come from {@code seed}. {@code baselines} maps
 * each compared server to its baseline, which is the server to compare it with.
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

    /** Returns whether a server is a control: a copy of another server, or one with a known extra cost or fault. */
    public static boolean servesAsControl(String contender) {
        return contender.matches(".*[#+!].*");
    }

    /** Returns the order of the trials as text. Successive trials of one block (round) and one load share a line. */
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
     * One planned trial, with its position in the run, from 1. A block is a round in which each server runs once under
     * each load, in random order. {@code setting} selects one of the scenario's loads, such as "1,000 subscribers"; it
     * is empty if the scenario has only one load.
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

        /** Returns whether the server has a planted fault. The results must not count a trial of such a server. */
        public boolean hasFault() {
            return contender.contains("!");
        }

        public boolean isOf(String otherLoad, String otherContender) {
            return load().equals(otherLoad) && contender.equals(otherContender);
        }
    }
}
