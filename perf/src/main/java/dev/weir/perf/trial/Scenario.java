package dev.weir.perf.trial;

import com.google.common.io.Resources;
import dev.weir.perf.result.RunPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A kind of measurement: a load and the server configuration for it. One instance runs the trials of all servers. */
public interface Scenario {
    /**
     * The description of a scenario, for the report. {@code id} is the scenario's name, such as S1. {@code setting}
     * distinguishes scenarios with the same id; it is empty if there is only one. {@code unit} is the unit of work by
     * which costs are divided, such as a request. {@code choices} are sentences that explain how the scenario works.
     */
    record Description(
            String id, String setting, String question, String unit, ServerPlan server, List<String> choices) {
        private static final Pattern OTHER_TEXT = Pattern.compile("\\{(\\w+)}");

        public RunPlan.Case planned(int position, int block, String contender) {
            return new RunPlan.Case(position, block, id, setting, contender);
        }

        /**
         * Reads the resource {@code <id>.txt}. Replaces names in braces: {@code {warm}} by the content of warm.txt.
         * Then replaces the format specifiers by {@code figures} ({@link String#formatted}). The first line becomes the
         * question, and each other line becomes a sentence in {@code choices}.
         */
        public static Description of(String id, String setting, String unit, ServerPlan server, Object... figures) {
            String whole =
                    OTHER_TEXT.matcher(text(id)).replaceAll(other -> Matcher.quoteReplacement(text(other.group(1))));
            List<String> lines = whole.formatted(figures).lines().toList();
            return new Description(id, setting, lines.getFirst(), unit, server, lines.subList(1, lines.size()));
        }

        private static String text(String name) {
            try {
                return Resources.toString(Resources.getResource(Scenario.class, name + ".txt"), StandardCharsets.UTF_8)
                        .strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    Description description();

    void run(TrialStage stage) throws IOException, InterruptedException;
}
