package dev.weir.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.InRange;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Any request must get the answer that RFC 9110 defines, with bytes of the requested file only. */
class DownloadPlanFuzzTest {
    private static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final List<String> NAMES =
            List.of("Range", "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since");
    /**
     * The greatest length of a file in this test: half an exbibyte. Real files are shorter. A response has at most
     * sixteen ranges. From this file length on, the sum of their lengths can reach 2^63 and overflow.
     */
    private static final long LONGEST = 1L << 59;

    @MethodSource("requests")
    @FuzzTest
    void anyRequestHasTheAnswerOfTheRfc(
            @Nullable String range,
            @Nullable String ifRange,
            @Nullable String ifMatch,
            @Nullable String ifNoneMatch,
            @Nullable String ifModifiedSince,
            @Nullable String ifUnmodifiedSince,
            @NotNull String name,
            boolean head,
            @InRange(min = 0, max = LONGEST) long length) {
        CatalogFile file = new CatalogFile(Path.of("/srv/file"), name, length, MODIFIED);
        Map<String, String> fields = new HashMap<>();
        put(fields, "Range", range, file);
        put(fields, "If-Range", ifRange, file);
        put(fields, "If-Match", ifMatch, file);
        put(fields, "If-None-Match", ifNoneMatch, file);
        put(fields, "If-Modified-Since", ifModifiedSince, file);
        put(fields, "If-Unmodified-Since", ifUnmodifiedSince, file);
        String method = head ? "HEAD" : "GET";

        NaiveAnswer answer = answer(method, fields, file);
        NaiveAnswer naive = NaiveAnswer.of(method, fields, file);
        if (naive != null) {
            boolean nothingSent = head && naive.status() == 200;
            assertThat(answer).isEqualTo(nothingSent ? new NaiveAnswer(200, List.of()) : naive);
        }
    }

    private static NaiveAnswer answer(String method, Map<String, String> fields, CatalogFile file) {
        DownloadPlan plan;
        try {
            plan = DownloadPlan.of(method, fields::get, null, file);
        } catch (RefusedException e) {
            assertThat(e.problem()).isIn(Problem.PRECONDITION_FAILED, Problem.RANGE_NOT_SATISFIABLE);
            boolean unsatisfiable = e.problem() == Problem.RANGE_NOT_SATISFIABLE;
            assertThat(e.fields())
                    .isEqualTo(unsatisfiable ? Map.of("Content-Range", "bytes */" + file.length()) : Map.of());
            return new NaiveAnswer(e.problem().status(), List.of());
        }
        plan.fields().forEach((name, value) -> assertThat(value).as(name).matches("[ -~]+"));
        assertThat(plan.status()).isIn(200, 206, 304);
        assertThat(plan.fields().containsKey("Content-Length")).isEqualTo(plan.status() != 304);
        if (plan.status() == 304 || method.equals("HEAD")) {
            assertThat(plan.content().length()).isZero();
        } else {
            assertThat(plan.fields())
                    .containsEntry(
                            "Content-Length", Long.toString(plan.content().length()));
        }
        return new NaiveAnswer(plan.status(), parts(plan, file));
    }

    private static List<String> parts(DownloadPlan plan, CatalogFile file) {
        List<String> parts = new ArrayList<>();
        StringBuilder told = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        String type = Objects.requireNonNullElse(plan.fields().get("Content-Type"), "");
        boolean multipart = type.startsWith("multipart/byteranges; boundary=");
        String boundary = type.substring(type.indexOf('=') + 1);
        long sum = 0;
        for (long at = 0; at < plan.content().length(); ) {
            Content.Piece piece = plan.content().at(at, Long.MAX_VALUE);
            at += piece.length();
            if (piece.text() != null) {
                told.append(StandardCharsets.US_ASCII.decode(piece.text().duplicate()));
                continue;
            }
            assertThat(piece.offset()).isNotNegative();
            assertThat(piece.offset() + piece.length()).isLessThanOrEqualTo(file.length());
            sum += piece.length();
            String part = piece.offset() + "-" + (piece.offset() + piece.length() - 1);
            parts.add(part);
            if (multipart) {
                assertThat(told).endsWith("\r\nContent-Range: bytes " + part + "/" + file.length() + "\r\n\r\n");
            }
            expected.append("\r\n--").append(boundary);
        }
        assertThat(sum).isLessThanOrEqualTo(file.length());
        assertThat(parts).hasSizeLessThanOrEqualTo(16);
        if (multipart) {
            assertThat(parts).hasSizeGreaterThan(1);
            assertThat(plan.fields()).doesNotContainKey("Content-Range");
            assertThat(told.toString().replaceAll("\r\nContent-Type: [^\r\n]+\r\nContent-Range: [^\r\n]+\r\n\r\n", ""))
                    .isEqualTo(expected + "\r\n--" + boundary + "--\r\n");
        } else {
            assertThat(told).isEmpty();
            assertThat(plan.fields().get("Content-Range"))
                    .isEqualTo(plan.status() == 206 ? "bytes " + parts.getFirst() + "/" + file.length() : null);
        }
        return parts;
    }

    private static void put(Map<String, String> fields, String name, @Nullable String value, CatalogFile file) {
        if (value != null) {
            fields.put(name, value.replace("{etag}", file.etag()));
        }
    }

    static Stream<Arguments> requests() throws IOException {
        try (BufferedReader table = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(
                        DownloadPlanFuzzTest.class.getResourceAsStream("/dev/weir/contract/requests.csv")),
                StandardCharsets.UTF_8))) {
            return table.lines().skip(1).map(DownloadPlanFuzzTest::request).toList().stream();
        }
    }

    private static Arguments request(String line) {
        String[] columns = line.split(" \\| ", 4);
        Map<String, String> fields = new HashMap<>();
        for (String field : columns[2].split(" ~ ", -1)) {
            String[] pair = field.split(": ", 2);
            if (pair.length == 2) {
                fields.merge(pair[0], dated(pair[1]), (one, other) -> one + ", " + other);
            }
        }
        @Nullable Object[] arguments = new @Nullable Object[NAMES.size() + 3];
        for (int i = 0; i < NAMES.size(); i++) {
            arguments[i] = fields.get(NAMES.get(i));
        }
        arguments[NAMES.size()] = "text.txt";
        arguments[NAMES.size() + 1] = columns[0].equals("HEAD");
        arguments[NAMES.size() + 2] = columns[1].contains("empty") ? 0L : 42L;
        return Arguments.of(arguments);
    }

    private static String dated(String value) {
        return value.replace("{date}", HttpDate.format(MODIFIED))
                .replace("{date-1}", HttpDate.format(MODIFIED.minusSeconds(1)))
                .replace("{date+1}", HttpDate.format(MODIFIED.plusSeconds(1)))
                .replace("{rfc850}", "Friday, 02-Jan-26 03:04:05 GMT")
                .replace("{asctime}", "Fri Jan  2 03:04:05 2026");
    }
}
