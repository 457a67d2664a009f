package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.Output;
import dev.weir.perf.result.Archive;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Host;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Setting;
import dev.weir.perf.site.Sizes;
import dev.weir.perf.site.Storm;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs the parts on the contenders, one after the other, and writes what was found. */
public record Storms(List<Part> parts, List<Contender> contenders, Path modules, Path out, Sizes sizes) {
    private static final String NAME = "storms";

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
        List<Findings.Found> all = new ArrayList<>();
        boolean met = false;
        for (Part part : parts) {
            for (Contender contender : contenders) {
                Setting setting = new Setting(part.toString(), contender, modules, folder, out, pinned, sizes);
                all.add(part.storm.found(setting));
                Report report = new Report(environment, Host.loadAverage(), List.copyOf(all));
                Output.write(out, NAME, report, report.markdown());
                met = report.met();
            }
        }
        return met;
    }

    /** Whether this file is what a run of storms writes. */
    public static boolean isReport(Path file) {
        return file.getFileName().toString().equals(NAME + ".json");
    }

    /**
     * Computes every verdict again from the figures, and every percentile from the values behind it.
     *
     * @return one line for each place where a written report differs from what follows from it
     */
    public static List<String> verify(Path file) throws IOException {
        Report written = Archive.read(file, Report.class);
        Report again = new Report(
                written.environment,
                written.loadAverageAfter,
                written.all.stream().map(Findings.Found::again).toList());
        List<String> wrong = new ArrayList<>(Archive.Differences.between(file, again));
        Path page = file.resolveSibling(NAME + ".md");
        if (!Files.exists(page) || !Files.readString(page).equals(again.markdown())) {
            wrong.add(page + " is not what the figures make");
        }
        return wrong;
    }

    /** What all parts of a run found. */
    record Report(Environment environment, String loadAverageAfter, List<Findings.Found> all) {
        boolean met() {
            return all.stream().allMatch(Findings.Found::met);
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
                List<String> ofPart = all.stream()
                        .filter(found -> found.part().equals(part.toString()))
                        .map(Findings.Found::markdown)
                        .toList();
                if (!ofPart.isEmpty()) {
                    lines.add("## " + part.storm.title());
                    lines.add(part.storm.description());
                    lines.addAll(ofPart);
                }
            }
            return lines.stream().collect(Collectors.joining("\n\n", "", "\n"));
        }
    }

    /** The storms by the names that the command line has for them. */
    public enum Part {
        CHANGE(ChangeStorm.STORM),
        CANCEL(CancelStorm.STORM),
        BESIDE(BesideStorm.STORM),
        CALLS(CallStorm.STORM),
        ADDRESSES(AddressStorm.STORM),
        PUSH(PushStorm.STORM),
        RETURN(StreamStorms.RETURN),
        STALLED(StreamStorms.STALLED),
        STREAMS(StreamStorms.STREAMS),
        LEAVING(LeavingStorms.Leaving.STORM),
        SEQUENTIAL(RequestStorms.Sequential.STORM),
        SLOWHEADS(SlowStorms.HEADS),
        SLOWBODIES(SlowStorms.BODY_SENDERS),
        SLOWREADERS(SlowStorms.READERS),
        ADDRESS(SlowStorms.ONE_ADDRESS),
        NAMES(NamesStorm.STORM),
        SOAPBODIES(SlowCallsStorm.STORM),
        KILL(EndStorms.Kill.STORM),
        TERM(EndStorms.Term.STORM),
        ROOT(FileStorms.Root.STORM),
        RESET(LeavingStorms.Reset.STORM),
        LOGS(RequestStorms.Logs.STORM),
        EVERYTHING(EverythingStorm.STORM),
        HEAP(ResourceStorms.Heap.STORM),
        DESCRIPTORS(ResourceStorms.Descriptors.STORM),
        REPLACE(FileStorms.Replace.STORM),
        DISK(ResourceStorms.Disk.STORM),
        CLOCK(ClockStorm.STORM);

        private final Storm storm;

        Part(Storm storm) {
            this.storm = storm;
        }

        /**
         * The part of this name.
         *
         * @throws IllegalArgumentException when there is none
         */
        public static Part of(String name) {
            return Arrays.stream(values())
                    .filter(part -> part.toString().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("no part " + name + ", but " + Arrays.asList(values())));
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
