package dev.weir.perf.storm;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

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
    LEAVING("Downloads beside clients that leave (D01)", LeavingFaults.Leaving.DESCRIPTION, LeavingFaults.Leaving::run),
    SEQUENTIAL("One request after the other (D15)", SequentialFault.DESCRIPTION, SequentialFault::run),
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
    LOGS("Log lines that strangers cause (X04)", LogsFault.DESCRIPTION, LogsFault::run),
    EVERYTHING("Everything at once", EverythingFault.DESCRIPTION, EverythingFault::run),
    HEAP("A heap at its limit", ResourceFaults.Heap.DESCRIPTION, ResourceFaults.Heap::run),
    DESCRIPTORS(
            "A process without descriptors", ResourceFaults.Descriptors.DESCRIPTION, ResourceFaults.Descriptors::run),
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
        Figure.Found of(Storms.Setting setting) throws IOException, InterruptedException;
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

    Figure.Found run(Storms.Setting setting) throws IOException, InterruptedException {
        return run.of(setting);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
