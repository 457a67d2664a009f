package dev.weir.perf.storm;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.report.CheckReport;
import dev.weir.perf.result.Checks;
import dev.weir.perf.result.Environment;
import dev.weir.perf.stage.Storm;
import dev.weir.perf.stage.Storm.Setting;
import dev.weir.perf.trial.ServedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Runs storms on contenders, one after the other, and writes their report. */
public record Storms(List<StormType> storms, List<Contender> contenders, Path modules, Path out, Setting.Sizes sizes) {
    private static final String TITLE = "Storms: overload, faults and attacks";

    /** Writes {@code storms.*} after each storm, and returns whether all targets were met. */
    public boolean run(boolean pinned) throws IOException, InterruptedException {
        Files.createDirectories(out);
        Environment environment = Environment.capture(pinned, Map.of());
        ServedFolder folder = ServedFolder.open();
        List<Checks.Found> all = new ArrayList<>();
        boolean met = false;
        for (StormType type : storms) {
            for (Contender contender : contenders) {
                Setting setting = new Setting(type.toString(), contender, modules, folder, out, pinned, sizes);
                all.add(type.storm.found(setting));
                met = CheckReport.of(TITLE, environment, all).write(out, "storms");
            }
        }
        return met;
    }

    /** The storms by their names on the command line. */
    public enum StormType {
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

        StormType(Storm storm) {
            this.storm = storm;
        }

        /** Returns the storm of this name, or throws an {@link IllegalArgumentException} that lists all names. */
        public static StormType of(String name) {
            return Arrays.stream(values())
                    .filter(type -> type.toString().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no storm " + name + "; choose from " + Arrays.asList(values())));
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
