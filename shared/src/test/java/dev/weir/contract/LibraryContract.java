package dev.weir.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.EventStream.Event;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

/** okhttp-sse, the JDK's client on HTTP/2, and curl: E01, E03, E09, L01, D01. */
public interface LibraryContract extends ServerUnderTest {
    @Test
    default void e01_okhttpReadsIdTypeAndData() {
        try (OkHttpEvents events = new OkHttpEvents(server().port());
                EventPublisher publisher = new EventPublisher(server())) {
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
            String data = "two\n lines: \u20ac \ud83d\ude00";
            String first = EventPublisher.id(publisher.post("/events?type=a%20name", "text/plain", data));
            String second = publisher.text("any", "");
            assertThat(events.next(2)).containsExactly(new Event(first, "a name", data), new Event(second, null, ""));
        }
    }

    /**
     * Connections are cut anywhere: in the header of an answer, in an event, between two.
     *
     * <p>If this fails, check that the id of an event comes before its data, and what is read for a {@code
     * Last-Event-ID}.
     */
    @Test
    default void e03_okhttpMissesNothingAndGetsNothingTwiceWhenItIsCut() {
        SplittableRandom random = new SplittableRandom(7);
        int events = 300;
        List<Event> seen = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1", () -> random.nextInt(100, 2000));
                EventPublisher publisher = new EventPublisher(server())) {
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
        assertThat(seen).extracting(Event::data).isEqualTo(EventPublisher.numbers(0, events, ""));
    }

    /** If this fails, check what is done for a connection that should be done for each of its streams. */
    @Test
    default void e01_streamsShareAConnectionOfHttp2() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Http2Client client = new Http2Client(proxy.port());
                EventPublisher publisher = new EventPublisher(server());
                EventLines some = client.stream("/events?topic=none&topic=numbers");
                EventLines all = client.stream("/events")) {
            EventLines leaving = client.stream("/events");
            publisher.text("any", "first");
            publisher.texts(0, 20, "");
            List<String> numbers = EventPublisher.numbers(0, 20, "");
            assertThat(some.data(20)).isEqualTo(numbers);
            for (EventLines stream : List.of(all, leaving)) {
                assertThat(stream.data(1)).containsExactly("first");
                assertThat(stream.data(20)).isEqualTo(numbers);
            }
            leaving.close();
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 2);
            String last = publisher.texts(20, 21, "").getFirst();
            assertThat(some.next(1)).isEqualTo(all.next(1)).containsExactly(new Event(last, null, "20"));
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    @Test
    default void l01_aPollAndADownloadShareAConnectionOfHttp2WithAStream() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Http2Client client = new Http2Client(proxy.port());
                EventPublisher publisher = new EventPublisher(server());
                EventLines stream = client.stream("/events?topic=asked")) {
            BlockingQueue<HttpResponse<String>> answers = client.ask("/events/next?topic=asked");
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 2);
            assertThat(client.content("/files/data.bin"))
                    .isEqualTo(server().files().data());
            String id = publisher.text("asked", "for");
            HttpResponse<String> answer = Eventually.next("an answer to the poll", answers);
            assertThat(answer.headers().firstValue("Weir-Cursor")).contains(id);
            assertThat(answer.body()).contains("\"id\":\"" + id + "\"").contains("\"data\":\"for\"");
            assertThat(stream.next(1)).containsExactly(new Event(id, null, "for"));
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    /** If this fails, check what a client without a buffer is told at once. */
    @Test
    default void e01_curlShowsEventsAsTheyCome() throws IOException {
        Process curl = new ProcessBuilder("curl", "-sN", "http://127.0.0.1:" + server().port() + "/events")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (EventLines lines = new EventLines(curl.getInputStream(), curl::destroy);
                EventPublisher publisher = new EventPublisher(server())) {
            Eventually.meterIs(server(), SubscriberContract.SUBSCRIBERS, 1);
            for (String data : List.of("one", "two\nlines")) {
                String id = publisher.text("any", data);
                assertThat(lines.next(1)).containsExactly(new Event(id, null, data));
            }
        }
    }
}
