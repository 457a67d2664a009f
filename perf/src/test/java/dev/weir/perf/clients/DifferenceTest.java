package dev.weir.perf.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    private static final Map<String, Map<String, String>> THEIRS =
            Map.of("GET", Map.of("(status)", "200", "server", "other", "content-length", "5"));

    @Test
    void equalAnswersDoNotDiffer() {
        assertThat(Difference.between(THEIRS, THEIRS)).isEmpty();
    }

    @Test
    void anotherValueAndAnAbsentFieldAreTold() {
        Map<String, Map<String, String>> ours =
                Map.of("GET", Map.of("(status)", "206", "content-length", "5", "vary", "*"));
        assertThat(Difference.between(THEIRS, ours))
                .containsExactly(
                        new Difference("GET", "(status)", "200", "206"),
                        new Difference("GET", "server", "other", "-"),
                        new Difference("GET", "vary", "-", "*"));
    }

    @Test
    void aMissingAnswerDiffersInAll() {
        assertThat(Difference.between(THEIRS, Map.of())).hasSize(3);
    }

    @Test
    void onlyWhatChangesByItselfIsMasked() {
        assertThat(Answers.masked("ETag", "W/\"a\"")).isEqualTo("(weak)");
        assertThat(Answers.masked("ETag", "\"a\"")).isEqualTo("(strong)");
        assertThat(Answers.masked("Content-Type", "multipart/byteranges; boundary=xyz"))
                .isEqualTo("multipart/byteranges; boundary=(any)");
        assertThat(Answers.masked("Content-Type", "text/plain")).isEqualTo("text/plain");
        assertThat(Answers.masked("RateLimit", "\"default\";r=12;t=0")).isEqualTo("\"default\";r=n;t=n");
    }
}
