package dev.weir.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.events.EventLines;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests event streams with the clients okhttp-sse and curl (rules E01, E03). */
public interface LibraryContract extends ContractPart {
    @Test
    default void e01_okhttpReadsIdTypeAndData() {
        try (OkHttpEvents events = new OkHttpEvents(server().port());
                PublishingClient publisher = new PublishingClient(server())) {
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
            String data = "two\n lines: \u20ac \ud83d\ude00";
            String first = PublishingClient.id(publisher.post("/events?type=a%20name", "text/plain", data));
            String second = publisher.text("any", "");
            assertThat(events.next(2)).containsExactly(new Event(first, "a name", data), new Event(second, null, ""));
        }
    }

    /**
     * A proxy cuts the connections at random: in a header, in an event, or between two events.
     *
     * <p>If this fails, check that the id of an event comes before its data. Also check how the server reads the field
     * {@code Last-Event-ID}.
     */
    @Test
    default void e03_okhttpMissesNothingAndGetsNothingTwiceWhenItIsCut() {
        SplittableRandom random = new SplittableRandom(7);
        int events = 300;
        List<Event> seen = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1", () -> random.nextInt(100, 2000));
                PublishingClient publisher = new PublishingClient(server())) {
            String before = publisher.text("any", "before");
            try (OkHttpEvents okhttp = new OkHttpEvents(proxy.port(), before)) {
                while (seen.size() < events) {
                    ids.addAll(publisher.texts(ids.size(), ids.size() + 20, ""));
                    seen.addAll(okhttp.next(20));
                }
            }
            assertThat(proxy.connections()).isGreaterThan(5);
        }
        assertThat(seen).extracting(Event::id).isEqualTo(ids);
        assertThat(seen).extracting(Event::data).isEqualTo(PublishingClient.numbers(0, events, ""));
    }

    /** If this fails, check that the server flushes each event at once. */
    @Test
    default void e01_curlShowsEventsAsTheyCome() throws IOException {
        Process curl = new ProcessBuilder(
                        ExternalProgram.CURL.path().toString(),
                        "-sN",
                        "http://127.0.0.1:" + server().port() + "/events")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (EventLines lines = new EventLines(curl.getInputStream(), curl::destroy);
                PublishingClient publisher = new PublishingClient(server())) {
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
            for (String data : List.of("one", "two\nlines")) {
                String id = publisher.text("any", data);
                assertThat(lines.next(1)).containsExactly(new Event(id, null, data));
            }
        }
    }
}
