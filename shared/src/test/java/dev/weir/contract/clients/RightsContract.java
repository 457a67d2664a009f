package dev.weir.contract.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestLink;
import dev.weir.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Tests plans that allow only some folders and topics (rule C06). */
public interface RightsContract extends ContractPart {
    String GUEST = "X-API-Key: " + SuiteSettings.GUEST_KEY;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/files/text.txt",
                "/files/t%65xt.txt",
                "/files/data.bin",
                "/files/link-inside",
                "/files/sub",
                "/files/sub/deep",
                "/files/sub/text.txt",
                "/files/SUB/deep/text.txt",
                "/files/sub/deep;/text.txt",
                "/files/none/at/all"
            })
    default void c06_aFileElsewhereIsNotFound(String target) {
        server().get(target, GUEST).assertRefusedWith(Problem.NOT_FOUND);
        server().get("/files/text.txt", GUEST, "Range: bytes=0-1").assertRefusedWith(Problem.NOT_FOUND);
        server().ask("HEAD", "/files/text.txt", GUEST).assertStatus(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/files/sub/deep/text.txt", "/files/su%62/deep/text.txt"})
    default void c06_aFileInAFolderOfThePlanIsServed(String target) {
        assertThat(server().get(target, GUEST).text()).isEqualTo(SuiteFiles.TEXT);
        server().get(target.replace("text", "none"), GUEST).assertRefusedWith(Problem.NOT_FOUND);
    }

    @Test
    default void c06_theListHasOnlyTheFilesOfTheFolders() {
        List<String> names = new ArrayList<>();
        JsonMapper.shared()
                .readTree(server().get("/files", GUEST).text())
                .forEach(file -> names.add(file.get("name").asString()));
        assertThat(names).containsExactly("sub/deep/text.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?topic=closed", "?topic=open&topic=closed", "?topic=OPEN", "?topic=default", "?topic=ope"})
    default void c06_aTopicElsewhereIsRefused(String query) {
        try (Connection connection = server().open("GET", "/events" + query, GUEST)) {
            connection.head().assertStatus(403); // no body, because that of a stream would not end
        }
        server().get("/events/next" + query + "&timeout=0", GUEST).assertRefusedWith(Problem.MAY_NOT_READ);
    }

    @Test
    default void c06_aTopicOfThePlanIsServed() {
        try (EventStream stream = EventStream.open(server(), "/events?topic=free", GUEST);
                PublishingClient publisher = new PublishingClient(server())) {
            publisher.text("open", "not asked for");
            publisher.text("free", "asked for");
            assertThat(stream.next().data()).isEqualTo("asked for");
        }
    }

    /** If this fails, check that a stream or poll without {@code topic} gets only the topics that the plan allows. */
    @Test
    default void c06_aRequestWithoutATopicGetsThoseOfThePlan() {
        try (PublishingClient publisher = new PublishingClient(server())) {
            String start = publisher.text("closed", "");
            for (String topic : List.of("closed", "open", "default", "free", "openly", "open")) {
                publisher.text(topic, topic);
            }
            try (EventStream resumed = EventStream.open(server(), "/events", GUEST, "Last-Event-ID: " + start);
                    EventStream live = EventStream.open(server(), "/events", GUEST)) {
                assertThat(resumed.data(3)).containsExactly("open", "free", "open");
                publisher.text("closed", "closed");
                publisher.text("free", "at last");
                assertThat(resumed.next().data()).isEqualTo("at last");
                assertThat(live.next().data()).isEqualTo("at last");
            }
            List<String> polled = new ArrayList<>();
            JsonMapper.shared()
                    .readTree(server().get("/events/next?max=9&after=" + start, GUEST)
                            .text())
                    .forEach(event -> polled.add(event.get("topic").asString()));
            assertThat(polled).containsExactly("open", "free", "open", "free");
        }
    }

    @Test
    default void c06_theCursorMovesPastOtherTopics() {
        try (EventStream quiet = EventStream.open(server(), "/events", GUEST);
                PublishingClient publisher = new PublishingClient(server())) {
            String start = quiet.cursor();
            String last = publisher.texts(0, 10, "").getLast();
            Answer poll = server().get("/events/next?timeout=0&after=" + start, GUEST);
            poll.assertStatus(204);
            assertThat(poll.field("Weir-Cursor")).isEqualTo(last);
            while (!quiet.cursor().equals(last)) {
                assertThat(quiet.frame().data()).isNull();
            }
        }
    }

    @Test
    default void c06_onlyTheTopicsOfThePlanAreWritten() {
        try (PublishingClient guest = new PublishingClient(server(), SuiteSettings.GUEST_KEY)) {
            guest.text("open", "data");
            for (String topic : List.of("?topic=closed", "?topic=free", "?topic=default", "")) {
                guest.post("/events" + topic, "text/plain", "data").assertRefusedWith(Problem.MAY_NOT_PUBLISH);
            }
            guest.post("/events?topic=open", "application/json", "{\"topic\":\"closed\",\"data\":1}")
                    .assertRefusedWith(Problem.MAY_NOT_PUBLISH);
            PublishingClient.id(
                    guest.post("/events?topic=closed", "application/json", "{\"topic\":\"open\",\"data\":1}"));
        }
    }

    @Test
    default void c06_aLinkHasTheRightsOfItsPlan() {
        String guest = "&plan=guest";
        Eventually.is(
                "room for the link's client",
                () -> server().get(TestLink.of("/files/none", guest)).status() != 503);
        server().get(TestLink.of("/files/text.txt", guest)).assertRefusedWith(Problem.NOT_FOUND);
        assertThat(server().get(TestLink.of("/files/sub/deep/text.txt", guest)).text())
                .isEqualTo(SuiteFiles.TEXT);
        server().get(TestLink.of("/events?topic=closed", guest)).assertRefusedWith(Problem.MAY_NOT_READ);
        server().get(TestLink.of("/events/next?topic=open&timeout=0", guest)).assertStatus(204);
    }
}
