package dev.weir.contract.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests long polls: requests that wait for the next event (rules L01, L02, L03, L05). */
public interface PollContract extends RefusedPollContract {
    @Test
    default void l01_eventsThatAreThereComeAtOnce() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String start = publisher.text("any", "");
            List<String> ids = publisher.texts(0, 7, "");
            for (int max : new int[] {1, 5, 7, 1000, 999_999}) {
                Answer answer = poll("max=" + max + "&after=" + start);
                int count = Math.min(max, 7);
                assertThat(answer.field("Content-Type")).isEqualTo("application/json");
                assertThat(answer.field("Cache-Control")).isEqualTo("no-store");
                assertThat(answer.field("Weir-Cursor")).isEqualTo(ids.get(count - 1));
                assertThat(members(answer, "id")).isEqualTo(ids.subList(0, count));
                assertThat(members(answer, "data")).isEqualTo(PublishingClient.numbers(0, count, ""));
            }
            assertThat(members(poll("after=" + start), "id")).containsExactly(ids.getFirst());
        }
    }

    @Test
    default void l01_anEventHasFourMembers() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String start = publisher.text("any", "");
            String id = PublishingClient.id(publisher.post("/events", "text/plain", "say \"so\""));
            assertThat(JsonMapper.shared().readTree(poll("after=" + start).text()))
                    .isEqualTo(JsonMapper.shared().readTree("""
                        [{"id":"%s","topic":"default","type":null,"data":"say \\"so\\""}]\
                        """.formatted(id)));
        }
    }

    /**
     * If this fails, check that a long poll ends at the first event of its topics, but not at an event of another
     * topic.
     */
    @Test
    default void l01_aPollWaitsForTheNextEvent() {
        String cursor = cursor(poll("timeout=0"));
        try (Connection any = server().open("GET", "/events/next?after=" + cursor);
                Connection asked = server().open("GET", "/events/next?topic=asked&topic=for&after=" + cursor);
                PublishingClient publisher = new PublishingClient(server())) {
            Eventually.meterIs(server(), "weir.events.subscribers", 2);
            String first = publisher.text("other", "first");
            assertThat(members(any.answer(), "id")).containsExactly(first);
            Eventually.meterIs(server(), "weir.events.subscribers", 1);
            String second = publisher.text("for", "second");
            Answer answer = asked.answer();
            assertThat(members(answer, "id")).containsExactly(second);
            assertThat(answer.field("Weir-Cursor")).isEqualTo(second);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0s", "20ms", "1", "0m"})
    default void l02_withoutAnEventTheAnswerHasNoContent(String timeout) {
        String cursor = cursor(poll("timeout=0"));
        try (Connection connection = server().connect("127.0.0.1")) {
            String target = "/events/next?timeout=" + timeout + "&after=" + cursor;
            Answer answer = connection.send("GET", target).answer();
            answer.assertStatus(204);
            assertThat(answer.field("Weir-Cursor")).isEqualTo(cursor);
            assertThat(answer.field("Cache-Control")).isEqualTo("no-store");
            assertThat(connection.send("GET", "/files/text.txt").answer().text())
                    .isEqualTo(SuiteFiles.TEXT);
        }
    }

    @Test
    default void l02_theCursorOfAQuietTopicMoves() {
        String before = cursor(poll("timeout=0"));
        try (PublishingClient publisher = new PublishingClient(server())) {
            String last = publisher.texts(0, 10, "").getLast();
            Answer answer = poll("topic=quiet&timeout=0&after=" + before);
            answer.assertStatus(204);
            assertThat(answer.field("Weir-Cursor")).isEqualTo(last);
        }
    }

    @Test
    default void l02_headHasTheFieldsAndNoContent() {
        try (PublishingClient publisher = new PublishingClient(server());
                Connection connection = server().connect("127.0.0.1")) {
            String target = "/events/next?timeout=0&after=" + publisher.text("any", "");
            connection.send("HEAD", target).answer().assertStatus(204);
            String id = publisher.text("any", "data");
            Answer head = connection.send("HEAD", target).answer();
            head.assertStatus(200);
            assertThat(head.field("Weir-Cursor")).isEqualTo(id);
            assertThat(members(connection.send("GET", target).answer(), "id")).containsExactly(id);
        }
    }

    @Test
    default void l03_aPollWithoutACursorGetsTheNextEvent() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            publisher.text("any", "before");
            try (Connection poll = server().open("GET", "/events/next")) {
                Eventually.meterIs(server(), "weir.events.subscribers", 1);
                poll("timeout=0"); // a poll that does not wait is answered meanwhile
                assertThat(server().meter("weir.events.subscribers")).isEqualTo(1);
                String id = publisher.text("any", "after");
                assertThat(members(poll.answer(), "id")).containsExactly(id);
            }
        }
    }

    /** If this fails, check that a poll reads the events after its cursor both before and after it waits. */
    @Test
    default void l03_aClientThatPassesTheLastCursorSeesEachEventOnce() throws InterruptedException, ExecutionException {
        int events = 500;
        List<String> data = new ArrayList<>();
        String cursor = cursor(poll("timeout=0"));
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor();
                Connection connection = server().connect("127.0.0.1")) {
            Future<?> published = other.submit(() -> {
                try (PublishingClient publisher = new PublishingClient(server())) {
                    publisher.texts(0, events, "");
                }
            });
            while (data.size() < events) {
                Answer answer = connection
                        .send("GET", "/events/next?topic=numbers&max=3&after=" + cursor)
                        .answer();
                cursor = cursor(answer);
                data.addAll(members(answer, "data"));
            }
            published.get();
        }
        assertThat(data).isEqualTo(PublishingClient.numbers(0, events, ""));
    }

    @Needs("another weir.events.history")
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    default void l05_eventsThatAreNoLongerKeptAreAGap(int max) {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String old = publisher.text("old", "");
            List<String> ids = publisher.texts(0, SuiteSettings.HISTORY + 5, "");
            for (String after : List.of(old, "elsewhere-1")) {
                Answer answer = poll("max=" + max + "&after=" + after);
                JsonNode gap = JsonMapper.shared().readTree(answer.text()).get(0);
                assertThat(gap.get("type").asString()).isEqualTo("gap");
                assertThat(gap.get("topic").isNull()).isTrue();
                JsonNode told = JsonMapper.shared().readTree(gap.get("data").asString());
                assertThat(told.get("reason").asString()).isEqualTo(after.equals(old) ? "trimmed" : "epoch");
                int kept = ids.indexOf(told.get("first").asString());
                assertThat(kept).as("index of the first event that is kept").isPositive();
                List<String> more = members(answer, "id");
                assertThat(more.subList(1, more.size())).isEqualTo(ids.subList(kept, kept + more.size() - 1));
                assertThat(answer.field("Weir-Cursor")).isEqualTo(more.getLast());
                assertThat(members(poll("after=" + gap.get("id").asString()), "id"))
                        .containsExactly(ids.get(kept));
            }
        }
    }

    private Answer poll(String query) {
        return server().get("/events/next?" + query);
    }

    private static String cursor(Answer answer) {
        answer.assertStatus(200, 204);
        return Objects.requireNonNull(answer.field("Weir-Cursor"));
    }

    private static List<String> members(Answer answer, String name) {
        answer.assertStatus(200, 204);
        List<String> values = new ArrayList<>();
        if (answer.status() == 200) {
            JsonMapper.shared()
                    .readTree(answer.text())
                    .forEach(event -> values.add(event.get(name).asString()));
        }
        return values;
    }
}
