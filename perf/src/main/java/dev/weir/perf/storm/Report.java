package dev.weir.perf.storm;

import dev.weir.perf.result.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What all parts of a run found. */
record Report(Environment environment, String loadAverageAfter, List<Found> all) {
    Report {
        all = List.copyOf(all);
    }

    boolean met() {
        return all.stream().allMatch(Found::met);
    }

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("# Storms: thousands that wait, leave or come at once");
        lines.add("%s, %s, commit `%s`; load average %s before, %s after; %s. %s"
                .formatted(
                        environment.date(),
                        environment.host().getOrDefault("cpu", "unknown processor"),
                        environment.commit(),
                        environment.loadAverage(),
                        loadAverageAfter,
                        environment.pinned()
                                ? "once warm the server is on core 0 and the generator on core 1"
                                : "nothing is pinned",
                        met() ? "Every target is met." : "**Not every target is met.**"));
        for (Part part : Part.values()) {
            List<Found> ofPart =
                    all.stream().filter(found -> found.part() == part).toList();
            if (!ofPart.isEmpty()) {
                lines.add("## " + part.title());
                lines.add(part.description());
                ofPart.forEach(found -> lines.add(found.markdown()));
            }
        }
        return lines.stream().collect(Collectors.joining("\n\n", "", "\n"));
    }
}
