package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.events.http.Submission;
import org.jspecify.annotations.Nullable;

final class Submissions {
    private Submissions() {}

    /** Parses a request that publishes one event, and returns the event. */
    static Publication one(@Nullable String contentType, @Nullable String topic, @Nullable String type, byte[] body) {
        Submission submission = Submission.of(contentType, topic, type, body);
        assertThat(submission.batch()).isFalse();
        assertThat(submission.events()).hasSize(1);
        return submission.events().getFirst();
    }
}
