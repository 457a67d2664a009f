package dev.weir.perf.storm;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What one part found of one contender.
 *
 * @param server the command that started it
 * @param errors that a client met and was not to meet, by reason
 * @param raw every single value behind the figures, by name
 */
record Found(
        Part part,
        String contender,
        List<String> server,
        List<Figure> figures,
        Map<String, Long> errors,
        Map<String, List<Long>> raw) {
    boolean met() {
        return errors.isEmpty() && figures.stream().allMatch(Figure::met);
    }

    String markdown() {
        return "### `%s`%n%n| | found | target | |%n|---|---|---|---|%n%s%n%nErrors: %s.%n"
                .formatted(
                        contender,
                        figures.stream().map(Figure::markdown).collect(Collectors.joining("\n")),
                        errors.isEmpty() ? "none" : "**" + errors + "**");
    }
}
