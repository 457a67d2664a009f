package dev.weir.access;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The configuration keys {@code weir.access-log.*}.
 *
 * @param file the file for the access log, or - for standard output; if the key is not set, there is no access log
 * @param format the format of each line
 */
public record AccessSettings(
        @Nullable String file, @DefaultValue("combined") AccessFormat format) {
    /** The value of {@code file} that means standard output. */
    static final String STANDARD_OUTPUT = "-";
}
