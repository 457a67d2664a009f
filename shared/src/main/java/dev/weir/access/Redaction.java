package dev.weir.access;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Removes the signatures of signed links from log lines. Otherwise, a reader of the log could use the links. */
final class Redaction {
    /** Matches a query field named {@code sig}, even if letters of the name are percent-encoded. */
    private static final Pattern SIGNATURE =
            Pattern.compile("([?&;](?:s|%[57]3)(?:i|%[46]9)(?:g|%[46]7)=)[^&;#]*", Pattern.CASE_INSENSITIVE);

    private Redaction() {}

    /**
     * Replaces the value of each query field {@code sig} in a request target or URI by {@code -}. Returns null for
     * null.
     */
    static @Nullable String of(@Nullable String target) {
        return target == null || target.indexOf('?') < 0
                ? target
                : SIGNATURE.matcher(target).replaceAll("$1-");
    }
}
