package dev.weir.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/**
 * What a client must take at least of what it is granted, written as {@code 1KB in 60s}.
 *
 * @param size 0 lets it take its time
 */
public record MinProgress(DataSize size, Duration time) {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\S+)\\s+in\\s+(\\S+)\\s*");

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException when it is not a size, "in" and a time, or the time is not positive
     */
    public static MinProgress valueOf(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not like 1KB in 60s");
        }
        MinProgress progress =
                new MinProgress(DataSize.parse(matcher.group(1)), DurationStyle.detectAndParse(matcher.group(2)));
        if (progress.size.isNegative() || !progress.time.isPositive()) {
            throw new IllegalArgumentException("'" + text + "' is nothing to wait for");
        }
        return progress;
    }
}
