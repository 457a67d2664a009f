package dev.weir.contract.http2;

import dev.weir.contract.connection.Http2Connection;
import dev.weir.contract.connection.Http2Stream;
import dev.weir.contract.server.ContractPart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests the beginning of HTTP/2 connections (rule X05). */
public interface PrefaceContract extends ContractPart {
    int CLIENTS = 8;
    int CONNECTIONS = 100;

    /**
     * Each client sends the connection preface (RFC 9113, 3.4) in two pieces, and a request at once. If a connection
     * breaks, check that only one thread at a time reads frames from it.
     */
    @Test
    default void x05_manyConnectionsBeginWhileTheServerIsBusy() throws Exception {
        Callable<Void> client = () -> {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Http2Connection connection = server().connectOfHttp2(Http2Connection.WINDOW)) {
                    for (Http2Stream stream : List.of(connection.open("GET", "/"), connection.open("GET", "/"))) {
                        stream.head().assertStatus(200);
                    }
                }
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                all.add(threads.submit(client));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
    }
}
