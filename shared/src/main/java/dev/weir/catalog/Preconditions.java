package dev.weir.catalog;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ETag;

/** The result of a request's conditional header fields, evaluated in the order of RFC 9110, 13.2.2. */
enum Preconditions {
    /** All conditions are true, or the request has none. */
    HOLD,
    /** The client already has the current version of the file. The response has status 304. */
    NOT_MODIFIED,
    /** A condition is false. The response has status 412. */
    FAIL;

    static Preconditions of(Function<String, @Nullable String> field, CatalogFile file) {
        String match = field.apply("If-Match");
        String noneMatch = field.apply("If-None-Match");
        if (match != null
                ? !names(match, file, true)
                : modifiedSince(field.apply("If-Unmodified-Since"), file, false)) {
            return FAIL;
        }
        boolean modified = noneMatch == null
                ? modifiedSince(field.apply("If-Modified-Since"), file, true)
                : !names(noneMatch, file, false);
        return modified ? HOLD : NOT_MODIFIED;
    }

    private static boolean names(String tags, CatalogFile file, boolean strong) {
        ETag own = ETag.create(file.etag());
        return ETag.parse(tags).stream().anyMatch(tag -> tag.isWildcard() || tag.compare(own, strong));
    }

    /**
     * Returns whether the file was modified after {@code date}. Ignores fractions of a second.
     *
     * @param otherwise the result if {@code date} is null or malformed
     */
    private static boolean modifiedSince(@Nullable String date, CatalogFile file, boolean otherwise) {
        Instant since = date == null ? null : HttpDate.parse(date);
        return since == null
                ? otherwise
                : file.modified().truncatedTo(ChronoUnit.SECONDS).isAfter(since);
    }
}
