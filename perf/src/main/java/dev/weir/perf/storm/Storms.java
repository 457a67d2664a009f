package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.Output;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Host;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs the parts on the contenders, one after the other, and writes what was found. */
public record Storms(List<Part> parts, List<Contender> contenders, Path modules, Path out, Setting.Sizes sizes) {
    /**
     * Writes {@code storms.json} and {@code storms.md}, after every part that is over.
     *
     * @param pinned whether this process has a core for itself
     * @return whether all targets were met
     */
    public boolean run(boolean pinned) throws IOException, InterruptedException {
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        List<Figure.Found> all = new ArrayList<>();
        boolean met = false;
        for (Part part : parts) {
            for (Contender contender : contenders) {
                all.add(run(part, new Setting(contender, modules, folder, out, pinned, sizes)));
                Report report = new Report(environment, Host.loadAverage(), all);
                Output.write(out, "storms", report, report.markdown());
                met = report.met();
            }
        }
        return met;
    }

    /** A part that breaks off is an error of that one; the others are still worth their hour. */
    private static Figure.Found run(Part part, Setting setting) throws InterruptedException {
        try {
            return part.run(setting);
        } catch (IOException | RuntimeException e) {
            System.err.printf("weir: %s %s broke off: %s%n", part, setting.contender(), e);
            return new Figure.Found(
                    part,
                    setting.contender().label(),
                    List.of(),
                    List.of(),
                    Map.of("it broke off: " + e, 1L),
                    Map.of());
        }
    }

    /** What all parts of a run found. */
    record Report(Environment environment, String loadAverageAfter, List<Figure.Found> all) {
        Report {
            all = List.copyOf(all);
        }

        boolean met() {
            return all.stream().allMatch(Figure.Found::met);
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
                List<Figure.Found> ofPart =
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

    /**
     * Who is measured, with what.
     *
     * @param modules folder of the modules, with {@code <module>/target/<module>.jar}
     * @param out where servers' logs go
     * @param ownCore whether the generator has a core for itself
     */
    public record Setting(
            Contender contender, Path modules, ServedFolder folder, Path out, boolean ownCore, Sizes sizes) {
        /**
         * How many of each.
         *
         * @param downloads that wait for a change, or run while others ask
         * @param cancels downloads whose clients leave
         * @param addresses that ask once each
         * @param subscribers who listen
         * @param seconds for which events are pushed beside small things
         * @param returning subscribers that lose the connection; a fourth of them listen beside others that stall
         * @param streams on HTTP/2 connections
         * @param sockets that are slow
         * @param messages one after the other
         * @param minutes of everything at once
         */
        public record Sizes(
                int downloads,
                int cancels,
                int addresses,
                int subscribers,
                int seconds,
                int returning,
                int streams,
                int sockets,
                int messages,
                int minutes) {}
    }
}
