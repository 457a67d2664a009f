package dev.weir.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/**
 * The minimum rate at which a client must read a response, such as {@code 1KB in 60s}. The minimum does not apply while
 * the server itself delays the response to limit its rate.
 *
 * @param size the bytes that the client must read in {@code time}; 0 turns the check off
 */
public record MinProgress(DataSize size, Duration time) {
    private static final Pattern TEXT = Pattern.compile("\\s*(\\S+)\\s+in\\s+(\\S+)\\s*");

    /**
     * Parses a text such as {@code 1KB in 60s}.
     *
     * @throws IllegalArgumentException if the text has another form, the size is negative or the time is not positive
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
