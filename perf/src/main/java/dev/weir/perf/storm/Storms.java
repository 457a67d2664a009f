package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.control.Output;
import dev.weir.perf.result.Environment;
import dev.weir.perf.server.Host;
import dev.weir.perf.site.Figure;
import dev.weir.perf.site.Setting;
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
                all.add(run(part, new Setting(part.toString(), contender, modules, folder, out, pinned, sizes)));
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
                    part.toString(),
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
                List<Figure.Found> ofPart = all.stream()
                        .filter(found -> found.part().equals(part.toString()))
                        .toList();
                if (!ofPart.isEmpty()) {
                    lines.add("## " + part.title());
                    lines.add(part.description());
                    ofPart.forEach(found -> lines.add(found.markdown()));
                }
            }
            return lines.stream().collect(Collectors.joining("\n\n", "", "\n"));
        }
    }

    /** A part of the storms, with servers of its own. */
    public enum Part {
        CHANGE("A changed rate is seen by downloads that wait (T06)", ChangeStorm.DESCRIPTION, ChangeStorm::run),
        CANCEL("A storm of cancels (T08, D11)", CancelStorm.DESCRIPTION, CancelStorm::run),
        BESIDE("Others beside throttled downloads", BesideStorm.DESCRIPTION, BesideStorm::run),
        CALLS("More SOAP calls than can be computed (S08)", CallStorm.DESCRIPTION, CallStorm::run),
        ADDRESSES("A table of clients that is bounded (C04)", AddressStorm.DESCRIPTION, AddressStorm::run),
        PUSH("Small things beside an event to thousands of subscribers", PushStorm.DESCRIPTION, PushStorm::run),
        RETURN("Subscribers that lose the connection (E03)", EventStorms.Return.DESCRIPTION, EventStorms.Return::run),
        STALLED("Subscribers that do not read (E07)", StalledStorm.DESCRIPTION, StalledStorm::run),
        STREAMS("More streams than file descriptors", EventStorms.Streams.DESCRIPTION, EventStorms.Streams::run),
        LEAVING(
                "Downloads beside clients that leave (D01)",
                LeavingFaults.Leaving.DESCRIPTION,
                LeavingFaults.Leaving::run),
        SEQUENTIAL(
                "One request after the other (D15)",
                RequestFaults.Sequential.DESCRIPTION,
                RequestFaults.Sequential::run),
        SLOWHEADS("Slow heads (X02)", SlowFault.HEADS, SlowFault::heads),
        SLOWBODIES("Slow bodies (X02)", SlowFault.BODY_SENDERS, SlowFault::bodies),
        SLOWREADERS("Slow readers (D17)", SlowFault.READERS, SlowFault::readers),
        ADDRESS("All connections of one address (X03)", SlowFault.ONE_ADDRESS, SlowFault::oneAddress),
        NAMES("New names in SOAP messages (S11)", NamesFault.DESCRIPTION, NamesFault::run),
        SOAPBODIES("Slow SOAP bodies (S11)", SlowCallsFault.DESCRIPTION, SlowCallsFault::run),
        KILL("The server is killed while a thousand download (D16)", EndFaults.Kill.DESCRIPTION, EndFaults.Kill::run),
        TERM("The server is asked to end (A03)", EndFaults.Term.DESCRIPTION, EndFaults.Term::run),
        ROOT("The folder of files is gone, and comes back (A02)", FileFaults.Root.DESCRIPTION, FileFaults.Root::run),
        RESET("Connections that are reset", LeavingFaults.Reset.DESCRIPTION, LeavingFaults.Reset::run),
        LOGS("Log lines that strangers cause (X04)", RequestFaults.Logs.DESCRIPTION, RequestFaults.Logs::run),
        EVERYTHING("Everything at once", EverythingFault.DESCRIPTION, EverythingFault::run),
        HEAP("A heap at its limit", ResourceFaults.Heap.DESCRIPTION, ResourceFaults.Heap::run),
        DESCRIPTORS(
                "A process without descriptors",
                ResourceFaults.Descriptors.DESCRIPTION,
                ResourceFaults.Descriptors::run),
        REPLACE(
                "Files that change while they are sent (D06, D10)",
                FileFaults.Replace.DESCRIPTION,
                FileFaults.Replace::run),
        DISK("A temporary folder that is full", ResourceFaults.Disk.DESCRIPTION, ResourceFaults.Disk::run),
        CLOCK("The wall clock jumps (T09)", ClockFault.DESCRIPTION, ClockFault::run);

        private final String title;
        private final String description;
        private final Run run;

        /** Measures one contender. */
        @FunctionalInterface
        private interface Run {
            Figure.Found of(Setting setting) throws IOException, InterruptedException;
        }

        Part(String title, String description, Run run) {
            this.title = title;
            this.description = description;
            this.run = run;
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

        String title() {
            return title;
        }

        String description() {
            return description;
        }

        Figure.Found run(Setting setting) throws IOException, InterruptedException {
            return run.of(setting);
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
