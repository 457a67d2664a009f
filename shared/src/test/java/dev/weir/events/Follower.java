package dev.weir.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks the events that one reader gets. Each event of the reader's topics must come once and in order, unless a gap
 * event reports that it is missing.
 */
final class Follower {
    final Set<String> topics;
    /** All published events. The event with the number n is at the index n - 1. */
    private final List<Published> published;

    private long cursor;
    private int events;
    private int gaps;

    Follower(List<Published> published, Set<String> topics, long cursor) {
        this.published = published;
        this.topics = topics;
        this.cursor = cursor;
    }

    void take(Batch batch) {
        JsonNode array = JsonMapper.shared().readTree(batch.json());
        assertThat(array.size()).isEqualTo(batch.size());
        for (JsonNode event : array) {
            String id = event.get("id").asString();
            long number = Long.parseLong(id.substring(id.indexOf('-') + 1));
            if (event.get("type").asString().equals("gap")) {
                gap(number, JsonMapper.shared().readTree(event.get("data").asString()));
            } else {
                event(number, event);
            }
        }
        pass(batch.next());
        assertThat(batch.cursor()).endsWith("-" + cursor);
    }

    private void gap(long number, JsonNode data) {
        assertThat(number).as("a gap moves the cursor").isGreaterThan(cursor);
        assertThat(data.get("reason").asString()).isEqualTo(cursor < 0 ? "epoch" : "trimmed");
        if (published.isEmpty()) {
            assertThat(data.get("first").isNull()).as("nothing is kept").isTrue();
        } else {
            assertThat(number).as("the last event is always kept").isLessThan(published.size());
            assertThat(data.get("first").asString()).endsWith("-" + (number + 1));
        }
        cursor = number;
        gaps++;
    }

    private void event(long number, JsonNode event) {
        pass(number - 1);
        assertThat(number).as("published").isLessThanOrEqualTo(published.size());
        assertThat(wants(number)).as("%s is wanted", number).isTrue();
        assertThat(event.get("topic").asString()).isEqualTo(at(number).topic());
        assertThat(event.get("data").asString()).isEqualTo(at(number).data());
        cursor = number;
        events++;
    }

    private void pass(long number) {
        assertThat(number).as("nothing comes twice").isGreaterThanOrEqualTo(cursor);
        for (cursor++; cursor <= number; cursor++) {
            assertThat(wants(cursor)).as("%s is lost", cursor).isFalse();
        }
        cursor = number;
    }

    /**
     * Returns whether the reader must get the event with this number. A number below 1 is the gap event: a reader whose
     * cursor is from another log must get it before all other events.
     */
    private boolean wants(long number) {
        return number < 1 || topics.isEmpty() || topics.contains(at(number).topic());
    }

    private Published at(long number) {
        return published.get((int) number - 1);
    }

    boolean isBehind() {
        return LongStream.rangeClosed(cursor + 1, published.size()).anyMatch(this::wants);
    }

    long cursor() {
        return cursor;
    }

    int events() {
        return events;
    }

    int gaps() {
        return gaps;
    }
}
