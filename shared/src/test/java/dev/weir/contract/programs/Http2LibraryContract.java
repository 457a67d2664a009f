package dev.weir.contract.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.events.EventLines;
import dev.weir.contract.events.EventStream.Event;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.events.SubscriberContract;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

public interface Http2LibraryContract extends ContractPart {
    /** If this fails, look for code that runs once per connection but should run once per stream. */
    @Test
    default void e01_streamsShareAConnectionOfHttp2() {
        try (CuttingProxy proxy = new CuttingProxy(server(), "127.0.0.1");
                Http2Client client = new Http2Client(proxy.port());
                PublishingClient publisher = new PublishingClient(server());
                EventLines some = client.stream("/events?topic=none&topic=numbers");
                EventLines all = client.stream("/events")) {
            EventLines leaving = client.stream("/events");
            publisher.text("any", "first");
            publisher.texts(0, 20, "");
            List<String> numbers = PublishingClient.numbers(0, 20, "");
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
                PublishingClient publisher = new PublishingClient(server());
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
}
