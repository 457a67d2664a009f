package dev.weir.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/**
 * The least that a client must read of its grants, written as {@code 1KB in 60s}.
 *
 * @param size bytes; 0 lets a client be as slow as it likes
 * @param time the time in which it must read them
 */
public record MinProgress(DataSize size, Duration time) {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\S+)\\s+in\\s+(\\S+)\\s*");

    /**
     * Reads a text such as {@code 1KB in 60s}.
     *
     * @throws IllegalArgumentException when the text is not a size, "in" and a time, or the time is not positive
     */
    public static MinProgress valueOf(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not like 1KB in 60s");
        }
        MinProgress progress =
                new MinProgress(DataSize.parse(matcher.group(1)), DurationStyle.detectAndParse(matcher.group(2)));
        if (progress.size.isNegative() || !progress.time.isPositive()) {
            throw new IllegalArgumentException("'" + text + "' needs a size of 0 or more and a time of more than 0");
        }
        return progress;
    }
}
