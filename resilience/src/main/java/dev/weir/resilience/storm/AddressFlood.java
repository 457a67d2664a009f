package dev.weir.resilience.storm;

import dev.weir.perf.load.Generator;
import dev.weir.perf.load.HttpConnection;
import dev.weir.perf.load.Waiting;
import io.netty.handler.codec.http.HttpResponse;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends requests, each with a new address in {@code X-Forwarded-For}. The server must trust this host as a proxy. */
final class AddressFlood {
    private final String path;
    private int next;
    private final int end;
    private int underWay;
    private final Map<String, Long> outcomes = new TreeMap<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    private AddressFlood(String path, int first, int end) {
        this.path = path;
        this.next = first;
        this.end = end;
    }

    static Map<String, Long> run(
            Generator generator, InetSocketAddress address, String path, int connections, int first, int end)
            throws InterruptedException {
        AddressFlood flood = new AddressFlood(path, first, end);
        generator.execute(() -> {
            flood.underWay = Math.min(connections, end - first);
            for (int i = flood.underWay; i > 0; i--) {
                generator.connect(address, Generator.anyAddress(), flood.new Proxy());
            }
        });
        Waiting.await("the flood of addresses", flood.over, Duration.ofMinutes(10));
        return generator.ask(() -> Map.copyOf(flood.outcomes));
    }

    static String address(int number) {
        return "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
    }

    private final class Proxy extends HttpConnection {
        @Override
        protected void opened() {
            if (next == end) {
                end(null);
            } else {
                request("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + address(next++)
                        + "\r\n\r\n");
            }
        }

        @Override
        protected void answered(HttpResponse head) {
            outcomes.merge(Integer.toString(head.status().code()), 1L, Long::sum);
            opened();
        }

        @Override
        protected void closed(@Nullable String error) {
            end(error == null ? "connection lost" : error);
        }

        @Override
        protected void ended(@Nullable String reason) {
            if (reason != null) {
                outcomes.merge(reason, 1L, Long::sum);
            }
            if (--underWay == 0) {
                over.complete(null);
            }
        }
    }
}
