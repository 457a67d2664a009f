package dev.weir.perf.result;

import java.util.Arrays;
import java.util.Locale;

/** A histogram of a trial, in microseconds; its name is the tag in the trial's {@code .hlog}. */
public enum Tag {
    /**
     * From the intended start, or the closed loop's actual one, to the last byte; of an event from the instant at which
     * it was meant to be published, one for each delivery.
     */
    RESPONSE,
    /** From the same instant to the first byte of the status line. */
    WAIT,
    /** From the actual start to the last byte. */
    SERVICE,
    /** The same two of a single user, before the load. */
    UNLOADED_RESPONSE,
    UNLOADED_WAIT,
    /** Between one arrival of body bytes at a client and the next. */
    GAP,
    /** The same of an event's last delivery, one for each event that everybody got. */
    LAST,
    /** How late the generator's loop ran. */
    LAG;

    /** What the file says. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The histogram of this tag. */
    public static Tag of(String text) {
        return Arrays.stream(values())
                .filter(tag -> tag.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no histogram is called " + text));
    }
}
