package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DownloadPlanTest {
    private static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05.678901234Z");
    private static final String DATE = "Fri, 02 Jan 2026 03:04:05 GMT";
    private static final CatalogFile FILE = file("data.bin", 1000);
    private static final String ETAG = FILE.etag();

    @Test
    void d01_theWholeFile() {
        DownloadPlan plan = DownloadPlan.of("GET", name -> null, null, FILE);
        assertThat(plan.status()).isEqualTo(200);
        assertThat(plan.content().fileOffset()).isZero();
        assertThat(plan.content().length()).isEqualTo(1000);
        assertThat(plan.fields())
                .containsOnlyKeys(
                        "Accept-Ranges",
                        "ETag",
                        "Last-Modified",
                        "Cache-Control",
                        "Content-Type",
                        "Content-Disposition",
                        "Content-Length")
                .containsEntry("Accept-Ranges", "bytes")
                .containsEntry("ETag", ETAG)
                .containsEntry("Last-Modified", DATE)
                .containsEntry("Content-Length", "1000");
    }

    /** In a date, the day of the month must always have two digits (RFC 9110, 5.6.7). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-01-02T03:04:05.999999999Z|Fri, 02 Jan 2026 03:04:05 GMT",
                "2026-12-31T23:59:59Z|Thu, 31 Dec 2026 23:59:59 GMT",
                "1970-01-01T00:00:00Z|Thu, 01 Jan 1970 00:00:00 GMT",
                "2024-02-29T12:00:00Z|Thu, 29 Feb 2024 12:00:00 GMT"
            })
    void d01_datesAreHttpDates(Instant modified, String date) {
        CatalogFile file = new CatalogFile(Path.of("/x"), "x", 1, modified);
        assertThat(DownloadPlan.of("GET", name -> null, null, file).fields()).containsEntry("Last-Modified", date);
    }

    @ParameterizedTest
    @CsvSource({
        "a.txt, text/plain",
        "a.TXT, text/plain",
        "a.html, text/html",
        "a.json, application/json",
        "a.xml, application/xml",
        "a.png, image/png",
        "a.jpg, image/jpeg",
        "a.pdf, application/pdf",
        "a.zip, application/zip",
        "a.bin, application/octet-stream",
        "a.tar.zip, application/zip",
        "a.weird, application/octet-stream",
        "a., application/octet-stream",
        "a, application/octet-stream",
        ".txt, text/plain"
    })
    void d01_theExtensionGivesTheContentType(String name, String type) {
        assertThat(DownloadPlan.of("GET", field -> null, null, file(name, 1)).fields())
                .containsEntry("Content-Type", type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "a.txt|attachment; filename=\"a.txt\"",
                "a b.txt|attachment; filename=\"a b.txt\"",
                "it's.txt|attachment; filename=\"it's.txt\"",
                "a;b=c.txt|attachment; filename=\"a;b=c.txt\"",
                "a\"b.txt|attachment; filename=\"a_b.txt\"; filename*=UTF-8''a%22b.txt",
                "a\\b.txt|attachment; filename=\"a_b.txt\"; filename*=UTF-8''a%5Cb.txt",
                "50%.txt|attachment; filename=\"50_.txt\"; filename*=UTF-8''50%25.txt",
                "%41.txt|attachment; filename=\"_41.txt\"; filename*=UTF-8''%2541.txt",
                "\u00e4 b.txt|attachment; filename=\"_ b.txt\"; filename*=UTF-8''%C3%A4%20b.txt",
                "\u20ac.txt|attachment; filename=\"_.txt\"; filename*=UTF-8''%E2%82%AC.txt",
                "\ud83c\udf0a.txt|attachment; filename=\"_.txt\"; filename*=UTF-8''%F0%9F%8C%8A.txt",
                "\u0430'(*)+.txt|attachment; filename=\"_'(*)+.txt\"; filename*=UTF-8''%D0%B0%27%28%2A%29+.txt"
            })
    void d01_theFileIsSavedUnderItsName(String name, String disposition) {
        assertThat(DownloadPlan.of("GET", field -> null, null, file(name, 1)).fields())
                .containsEntry("Content-Disposition", disposition);
    }

    @Test
    void d02_headWritesNothing() {
        DownloadPlan head = DownloadPlan.of("HEAD", Map.of("Range", "bytes=0-1")::get, null, FILE);
        DownloadPlan get = DownloadPlan.of("GET", name -> null, null, FILE);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.content().length()).isZero();
        assertThat(head.fields()).isEqualTo(get.fields());
    }

    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1, bytes 0-0/1000",
        "bytes=10-19, 10, 10, bytes 10-19/1000",
        "bytes=990-, 990, 10, bytes 990-999/1000",
        "bytes=-5, 995, 5, bytes 995-999/1000",
        "bytes=0-, 0, 1000, bytes 0-999/1000",
        "bytes=900-5000, 900, 100, bytes 900-999/1000"
    })
    void d03_aRangeIsThatPart(String range, long offset, long length, String contentRange) {
        DownloadPlan plan = DownloadPlan.of("GET", Map.of("Range", range)::get, null, FILE);
        assertThat(plan.status()).isEqualTo(206);
        assertThat(plan.content().fileOffset()).isEqualTo(offset);
        assertThat(plan.content().length()).isEqualTo(length);
        assertThat(plan.fields())
                .containsEntry("Content-Range", contentRange)
                .containsEntry("Content-Length", "" + length)
                .containsEntry("ETag", ETAG);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=1000-", "bytes=-0", "bytes=99999999999999999999-"})
    void d05_nothingSatisfiableIs416(String range) {
        assertThatThrownBy(() -> DownloadPlan.of("GET", Map.of("Range", range)::get, null, FILE))
                .isInstanceOfSatisfying(RefusedException.class, e -> {
                    assertThat(e.problem()).isEqualTo(Problem.RANGE_NOT_SATISFIABLE);
                    assertThat(e.fields()).containsEntry("Content-Range", "bytes */1000");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"items=0-1", "bytes=b-a", "bytes=2-1", ""})
    void d05_aMalformedRangeGetsTheWholeFile(String range) {
        assertThat(DownloadPlan.of("GET", Map.of("Range", range)::get, null, FILE))
                .usingRecursiveComparison()
                .isEqualTo(DownloadPlan.of("GET", name -> null, null, FILE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"other\"", "", "*", "W/\"x\"", "Fri, 02 Jan 2026 03:04:04 GMT", "2026-01-02T03:04:05Z"})
    void d06_staleIfRangeIsTheWholeFile(String validator) {
        assertThat(ifRange(validator).status()).isEqualTo(200);
        assertThat(ifRange(validator).content().length()).isEqualTo(1000);
    }

    @Test
    void d06_theSameTagOrDateIsThePart() {
        assertThat(ifRange(ETAG).status()).isEqualTo(206);
        assertThat(ifRange(DATE).status()).isEqualTo(206);
        assertThat(ifRange("W/" + ETAG).status()).isEqualTo(200);
        assertThat(ifRange(ETAG + ", \"b\"").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0", "bytes=5-", "x"})
    void d08_anEmptyFileIsWhole(String range) {
        DownloadPlan plan = DownloadPlan.of("GET", Map.of("Range", range)::get, null, file("empty", 0));
        assertThat(plan.status()).isEqualTo(200);
        assertThat(plan.content().length()).isZero();
        assertThat(plan.fields()).containsEntry("Content-Length", "0").doesNotContainKey("Content-Range");
    }

    private static DownloadPlan ifRange(String validator) {
        return DownloadPlan.of("GET", Map.of("Range", "bytes=0-1", "If-Range", validator)::get, null, FILE);
    }

    private static CatalogFile file(String name, long length) {
        return new CatalogFile(Path.of("/srv/file"), name, length, MODIFIED);
    }

    @ParameterizedTest
    @CsvSource({
        "a.png, inline, true",
        "a.mp4, inline=, true",
        "a.webm, x=1&inline=yes&y, true",
        "a.mp3, inline&inline, true",
        "a.TXT, inline, true",
        "a.pdf, inline, true",
        "a.html, inline, false",
        "a.xhtml, inline, false",
        "a.svg, inline, false",
        "a.xml, inline, false",
        "a.js, inline, false",
        "a.css, inline, false",
        "a.json, inline, false",
        "a, inline, false",
        "a.mp4, '', false",
        "a.mp4, Inline, false",
        "a.mp4, x=inline, false",
        "a.mp4, inlined, false",
        "a.mp4, %69nline, false"
    })
    void d01_aFileThatRunsNoScriptIsShownIfAskedFor(String name, String query, boolean inline) {
        Map<String, String> fields =
                DownloadPlan.of("GET", field -> null, query, file(name, 1)).fields();
        assertThat(fields)
                .containsEntry(
                        "Content-Disposition", (inline ? "inline" : "attachment") + "; filename=\"" + name + "\"");
        assertThat(fields.containsKey("Content-Security-Policy")).isEqualTo(inline);
    }

    /** A file that a browser shows needs a security policy, also in the responses 206 (a part) and 304 (cached). */
    @Test
    void x06_aShownFileHasAPolicyOfItsOwn() {
        CatalogFile video = file("a.mp4", 1000);
        DownloadPlan part = DownloadPlan.of("GET", Map.of("Range", "bytes=0-1")::get, "inline", video);
        DownloadPlan known = DownloadPlan.of("GET", Map.of("If-None-Match", video.etag())::get, "inline", video);
        assertThat(part.status()).isEqualTo(206);
        assertThat(known.status()).isEqualTo(304);
        String policy = "default-src 'none'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'";
        assertThat(part.fields()).containsEntry("Content-Security-Policy", policy);
        assertThat(known.fields()).containsEntry("Content-Security-Policy", policy);
        assertThat(DownloadPlan.of("GET", field -> null, "inline", file("a.pdf", 1))
                        .fields())
                .containsEntry("Content-Security-Policy", "frame-ancestors 'none'");
    }
}
