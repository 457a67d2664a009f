package dev.weir.contract.downloads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.Pause;
import dev.weir.contract.server.StalledServer;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Tests the bandwidth throttle over real sockets (T03, T05, T06, T07, T08). The module {@code perf} measures rates. */
public interface ThrottleContract extends StalledClientContract {
    String SLOWLY = "X-API-Key: " + SuiteSettings.SLOW_KEY;
    /**
     * A range of 9 KiB. With the field {@link #SLOWLY}, the throttle grants 4 KiB at a time. So the range needs three
     * grants.
     */
    String NINE_KIB = "Range: bytes=0-9215";

    /**
     * Returns how many bytes the server must at least give back to the throttle when a client that did not read has
     * left. If the server writes directly to the socket, it gives back the granted bytes that did not fit into the
     * socket. Otherwise all granted bytes may count as written, so the server need not give any back.
     */
    private long leastGivenBackByAStalledClient() {
        return server().writesToTheSocket() ? 1 : 0;
    }

    /** If this fails, check that the server sends status and header fields before the throttle grants any bytes. */
    @Test
    default void t05_statusAndFieldsNeedNoTokens() {
        try (Pause pause = new Pause(server())) {
            double granted = granted();
            pause.hold("127.0.0.1"); // waits for status and fields
            pause.hold("127.0.0.1", "Range: bytes=1-");
            Eventually.meterIs(server(), "weir.downloads.waiting", Pause.OWN_DOWNLOADS + 2);
            assertThat(granted()).isEqualTo(granted);
        }
    }

    /** If this fails, check that a changed rate also applies to downloads that already wait for the throttle. */
    @Test
    default void t06_aClientThatWaitsIsServedAtTheNewRate() {
        Connection waiting;
        try (Pause _ = new Pause(server())) {
            waiting = server().open("GET", "/files/data.bin");
            waiting.head();
            Eventually.meterIs(server(), "weir.downloads.waiting", Pause.OWN_DOWNLOADS + 1);
        }
        try (waiting) {
            assertThat(waiting.rest(0).body()).isEqualTo(server().files().data());
        }
    }

    @Test
    default void t03_twoDownloadsOfOneClientAreBothComplete() {
        try (Connection one = server().open("GET", "/files/data.bin", SLOWLY, NINE_KIB);
                Connection two = server().open("GET", "/files/data.bin", SLOWLY, NINE_KIB)) {
            Answer first = one.answer();
            Answer second = two.answer();
            assertThat(first.body()).hasSize(9216).isEqualTo(second.body());
        }
    }

    /** If this fails only in the threading model {@code reactive}, check whether an event loop waits for a lock. */
    @Test
    default void t03_manyAtOnceAreAllServed() throws InterruptedException, ExecutionException {
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(clients.submit(this::askOftenOnOneConnection));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private void askOftenOnOneConnection() {
        try (Connection connection = server().connect("127.0.0.1")) {
            for (int i = 0; i < 200; i++) {
                Answer answer = connection.send("GET", "/files/text.txt").answer();
                answer.assertStatus(200);
                assertThat(answer.text()).isEqualTo(SuiteFiles.TEXT);
            }
        }
    }

    @Test
    default void t07_nothingPolls() {
        double wakeups = server().meter("weir.throttle.wakeups");
        assertThat(server().get("/files/data.bin", SLOWLY, NINE_KIB).body()).hasSize(9216);
        assertThat(server().meter("weir.throttle.wakeups")).isGreaterThan(wakeups);
        assertThat(server().meter("weir.throttle.empty-polls")).isZero();
    }

    @Test
    default void t08_grantedBytesAreWritten() {
        double before = balance();
        server().get("/files/data.bin");
        server().get("/files/data.bin", "Range: bytes=-1000");
        server().get("/files/empty.txt");
        server().get("/files/none");
        server().get("/files/text.txt");
        server().get("/files/text.txt"); // from the cache
        assertThat(balance() - before)
                .isEqualTo(server().files().data().length + 1000.0 + 2 * SuiteFiles.TEXT.length());
    }

    /**
     * If this fails, check that the end of a connection cancels its download's request to the throttle, and that a
     * cancelled request takes no tokens.
     */
    @Test
    default void t08_aClientThatLeavesWhileWaitingTakesNothing() {
        double before = balance();
        try (Pause pause = new Pause(server())) {
            for (int i = 0; i < 20; i++) {
                pause.hold("127.0.0.1", "Range: bytes=0-0");
            }
            Eventually.meterIs(server(), "weir.downloads.waiting", Pause.OWN_DOWNLOADS + 20);
        }
        everyDownloadHasEnded();
        assertThat(server().meter("weir.downloads.waiting")).isZero();
        assertThat(balance() - before).isLessThan(SuiteFiles.LARGE_BYTES);
    }

    /**
     * Many clients leave at once. The throttle must have granted at least the bytes that these clients have received,
     * and at most the bytes that they have requested.
     */
    @Test
    default void t08_afterAStormOfLeavingTheBalanceHolds() {
        double before = balance();
        List<Connection> connections = new ArrayList<>();
        long read = 0;
        for (int i = 0; i < 20; i++) {
            connections.add(server().open("GET", "/files/data.bin", "Range: bytes=0-99999"));
        }
        for (int i = 0; i < 20; i++) {
            Connection connection = connections.get(i);
            connection.head();
            read += connection.some(i * 5_000).length;
            connection.reset();
        }
        everyDownloadHasEnded();
        assertThat(balance() - before).isBetween((double) read, 20 * 100_000.0);
        assertThat(server().meter("weir.throttle.granted")).isGreaterThanOrEqualTo(balance());
    }

    /**
     * If this fails, check that a download always ends with two steps: it reports the written bytes, and gives the rest
     * of the granted bytes back to the throttle.
     */
    @Test
    default void t08_aStalledClientGivesTheRestOfItsGrantBack() {
        double before = givenBack();
        try (Connection stalled = server().open("GET", "/files/large.bin")) {
            stalled.head();
            StalledServer.awaitOn(server());
            stalled.reset();
        }
        everyDownloadHasEnded();
        Eventually.is("granted = written + given back", () -> balance() == server().meter("weir.downloads.written"));
        assertThat(givenBack() - before).isGreaterThanOrEqualTo((double) leastGivenBackByAStalledClient());
    }

    private double granted() {
        return server().meter("weir.throttle.granted");
    }

    /** Returns the number of bytes that the throttle has granted, minus the bytes that were given back. */
    private double balance() {
        return granted() - givenBack();
    }

    private double givenBack() {
        return server().meter("weir.throttle.given-back");
    }
}
