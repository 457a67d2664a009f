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
    RETURN("Subscribers that lose the connection (E03)", ReturnStorm.DESCRIPTION, ReturnStorm::run),
    STALLED("Subscribers that do not read (E07)", StalledStorm.DESCRIPTION, StalledStorm::run),
    STREAMS("More streams than file descriptors", StreamsStorm.DESCRIPTION, StreamsStorm::run);

    private final String title;
    private final String description;
    private final Run run;

    /** Measures one contender. */
    @FunctionalInterface
    private interface Run {
        Found of(Setting setting) throws IOException, InterruptedException;
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

    Found run(Setting setting) throws IOException, InterruptedException {
        return run.of(setting);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
