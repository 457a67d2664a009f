package dev.weir.perf.load;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Requests of which each comes from another address, told by {@code X-Forwarded-For} over a few keep-alive connections:
 * the generator is a proxy that the server trusts.
 *
 * <p>Confined to the generator's loop, but for {@link #over()}.
 */
public final class AddressFlood {
    private final String path;
    /** Of the next address, and the first that is not asked for any more. */
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

    /** Asks once for each address from number {@code first} to before {@code end}. On the generator's loop. */
    public static AddressFlood start(
            Generator generator, InetSocketAddress address, String path, int connections, int first, int end) {
        AddressFlood flood = new AddressFlood(path, first, end);
        for (int i = 0; i < Math.min(connections, end - first); i++) {
            flood.underWay++;
            generator.connect(address, Generator.anyAddress(), flood.new Proxy());
        }
        return flood;
    }

    /** Completes when every address has its answer, or the last connection is lost. */
    public CompletableFuture<Void> over() {
        return over;
    }

    /** How many answers had which status, and what became of connections that were lost. On the generator's loop. */
    public Map<String, Long> outcomes() {
        return Map.copyOf(outcomes);
    }

    /** One of 16 million, as no other of these numbers has it. */
    static String address(int number) {
        return "10." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
    }

    private final class Proxy extends Connection {
        private final WholeAnswer answer = new WholeAnswer();

        @Override
        protected void opened() {
            if (next == end) {
                end(null);
            } else {
                send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: " + address(next++)
                        + "\r\n\r\n");
            }
        }

        @Override
        protected void read(ByteBuf in, long nowNanos) {
            answer.readAll(in);
            if (answer.isComplete()) {
                outcomes.merge(Integer.toString(answer.status()), 1L, Long::sum);
                answer.clear();
                opened();
            }
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
