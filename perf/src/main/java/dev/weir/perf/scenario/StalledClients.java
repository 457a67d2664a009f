package dev.weir.perf.scenario;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
import dev.weir.perf.load.Waiting;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The slow readers: clients that ask for a file and stop reading after the head of the response. Used on the
 * generator's event loop.
 */
final class StalledClients {
    private final Map<String, Long> errors = new TreeMap<>();
    private final String path;
    private final List<StalledClient> all;

    private StalledClients(String path, int count) {
        this.path = path;
        all = Stream.generate(StalledClient::new).limit(count).toList();
    }

    /** Connects the readers. Blocks until each has a response head or has ended, or {@code patience} is over. */
    static StalledClients begin(
            Generator generator, InetSocketAddress address, String path, int count, Duration patience)
            throws InterruptedException {
        StalledClients readers = new StalledClients(path, count);
        generator.execute(() -> readers.all.forEach(one -> generator.connect(address, generator.freshAddress(), one)));
        var _ = Waiting.holds(
                patience, () -> generator.ask(() -> readers.all.stream().allMatch(one -> one.begun || one.over)));
        return readers;
    }

    /** Closes the connections. Returns how many readers had each error: an early end, or no answer. */
    Map<String, Long> leave() {
        all.forEach(one -> one.end(one.begun ? null : "no answer"));
        return errors;
    }

    private final class StalledClient extends HttpConnection {
        private boolean begun;
        private boolean over;

        @Override
        protected void opened() {
            request("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        protected void head(HttpResponse head) {
            if (head.status().code() == 200) {
                stopReading();
                begun = true;
            }
        }

        /** Called only for an error response. After status 200, the client stops reading before the body ends. */
        @Override
        protected void answered(HttpResponse head) {
            end(head.status().toString());
        }

        @Override
        protected void ended(@Nullable String reason) {
            over = true;
            if (reason != null) {
                errors.merge("a slow reader ended: " + reason, 1L, Long::sum);
            }
        }
    }
}
