package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.result.Environment;
import dev.weir.perf.site.CheckReport;
import dev.weir.perf.site.Findings;
import dev.weir.perf.site.Storm;
import dev.weir.perf.site.Storm.Setting;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs the parts on the contenders, one after the other, and writes what was found. */
public record Storms(List<Part> parts, List<Contender> contenders, Path modules, Path out, Setting.Sizes sizes) {
    private static final String TITLE = "Storms: thousands that wait, leave or come at once";

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
                met = CheckReport.of(TITLE, environment, all).write(out, "storms");
            }
        }
        return met;
    }

    /** The storms by the names that the command line has for them. */
    public enum Part {
        CHANGE(ChangeStorm.STORM),
        CANCEL(CancelStorm.STORM),
        BESIDE(BesideStorms.Beside.STORM),
        CALLS(CallStorm.STORM),
        ADDRESSES(AddressStorm.STORM),
        PUSH(BesideStorms.Push.STORM),
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
        DESCRIPTORS(SlowStorms.Descriptors.STORM),
        REPLACE(FileStorms.Replace.STORM),
        DISK(ResourceStorms.Disk.STORM),
        CLOCK(ResourceStorms.Clock.STORM);

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
