package dev.weir.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clients.watch.RequestKind;
import dev.weir.clients.watch.RequestWatch;
import dev.weir.network.Proxies;
import dev.weir.problem.Problem;
import dev.weir.throttle.SlowReaders;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionTest extends ClientsOnManualTime {
    private static final long PATIENCE_NANOS = 1_000_000;

    private final Clients clients = clients(1000, 9);
    private final Callers callers = new Callers(clients, new Proxies(List.of()));
    private Admission admission;

    @BeforeEach
    void admit() {
        admission = callers.download(TestRequest.of("192.0.2.1"));
    }

    @Test
    void a04_theTimesOfADownloadCountFromItsAdmission() {
        Course course = new Course();
        clients.watch(course);
        time.moveTo(5);
        admission.next(100_000, 50_000);
        time.moveTo(7);
        admission.next(50_000, 50_000);
        time.moveTo(9);
        admission.leave();
        admission.leave();
        assertThat(course.seen).containsExactly("first byte of others after 5", "end of others after 9");
    }

    @Test
    void a04_aDownloadThatWritesNothingIsNotMeasured() {
        Course course = new Course();
        clients.watch(course);
        admission.leave();
        assertThat(course.seen).isEmpty();
        callers.download(TestRequest.of("192.0.2.1")).all(10);
        assertThat(course.seen).containsExactly("first byte of others after 0", "end of others after 0");
        assertThat(clients.active(Use.DOWNLOAD)).isZero();
    }

    /** A client moves to another plan during a download. The times of this download must count under the first plan. */
    @Test
    void a04_aDownloadIsMeasuredUnderThePlanItBeganWith() {
        Course course = new Course();
        clients.watch(course);
        admission.next(100_000, 50_000);
        admission.client().change(plan("later", 2, 9, false));
        admission.leave();
        assertThat(course.seen).containsExactly("first byte of others after 0", "end of others after 0");
    }

    /** Even if a request is refused, {@link Sender#found} must receive the request's client. */
    @Test
    void a07_aRefusedRequestKnowsItsClient() {
        List<String> found = new ArrayList<>();
        Sender away = new Sender(
                null,
                InetAddress.ofLiteral("203.0.113.1"),
                null,
                client -> found.add(client.plan().name()));
        assertRefused(Problem.BLOCKED, () -> clients.caller(away));
        assertThat(found).containsExactly("blocked");
    }

    /** If a server ends a response because of a slow client or a revoked key, the request's callback must run. */
    @Test
    void a07_aRequestIsToldThatTheServerCutsItOff() throws InterruptedException {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Client alice = clients.enter("open sesame", HOME, Use.DOWNLOAD);
        Admission cut = new Admission(clients, alice, Use.DOWNLOAD, new EndTasks(), () -> told.add("cut"));
        try (SlowReaders slowReaders = new SlowReaders(1, Duration.ofNanos(PATIENCE_NANOS), System::nanoTime)) {
            Runnable unwatch = cut.watch(slowReaders, new Stalled(told), Runnable::run);
            assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("cut");
            assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("end");
            unwatch.run();
        }
        told.clear();
        cut.onCutOff(Runnable::run, () -> told.add("end"));
        clients.revoke(ApiKey.parse("open sesame"), Runnable::run);
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("cut");
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo("end");
    }

    /** A stopping server must end downloads itself. If the web server ends them, access log lines may be lost. */
    @Test
    void a03_downloadsOfAllClientsAreCutOffWhenTheServerStops() {
        EndTasks downloads = new EndTasks();
        List<String> told = new ArrayList<>();
        for (String key : new String[] {"open sesame", null}) {
            Client client = clients.enter(key, HOME, Use.DOWNLOAD);
            Admission open = new Admission(clients, client, Use.DOWNLOAD, downloads, () -> told.add("cut"));
            var _ = open.onCutOff(Runnable::run, () -> told.add("end"));
            open.onCutOff(Runnable::run, () -> told.add("ended before")).run();
        }
        Client home = clients.enter(null, HOME, Use.SUBSCRIPTION);
        Admission stream = new Admission(clients, home, Use.SUBSCRIPTION, downloads, () -> told.add("cut a stream"));
        var _ = stream.onCutOff(Runnable::run, () -> told.add("end of a stream"));
        assertThat(downloads.run(Runnable::run)).isEqualTo(2);
        assertThat(downloads.run(Runnable::run)).isZero();
        assertThat(told).containsExactly("cut", "end", "cut", "end");
        var _ = new Admission(clients, home, Use.DOWNLOAD, downloads, () -> {})
                .onCutOff(Runnable::run, () -> told.add("late"));
        assertThat(told).endsWith("late");
    }

    /** A response body whose client reads nothing. */
    private record Stalled(BlockingQueue<String> told) implements SlowReaders.Body {
        @Override
        public long written() {
            return 0;
        }

        @Override
        public boolean holdsGrant() {
            return true;
        }

        @Override
        public void cutOff() {
            told.add("end");
        }
    }

    @Test
    void a04_aRefusalTellsTheRequestTheReasonAndThePlan() {
        Course course = new Course();
        clients.watch(course);
        assertRefused(Problem.NO_KEY, () -> callers.publish(TestRequest.of("192.0.2.1")));
        assertRefused(Problem.BLOCKED, () -> callers.call(TestRequest.of("203.0.113.1")));
        assertRefused(Problem.BLOCKED, () -> callers.download(TestRequest.of("203.0.113.1")));
        assertThat(course.seen)
                .containsExactly("PUBLISH of none: NO_KEY", "SOAP of blocked: BLOCKED", "DOWNLOAD of blocked: BLOCKED");
    }

    private static final class Course implements RequestWatch {
        private final List<String> seen = new ArrayList<>();

        @Override
        public void refused(RequestKind kind, Problem reason, String plan) {
            seen.add(kind + " of " + plan + ": " + reason);
        }

        @Override
        public void firstByte(String plan, long nanos) {
            seen.add("first byte of " + plan + " after " + nanos);
        }

        @Override
        public void ended(String plan, long nanos) {
            seen.add("end of " + plan + " after " + nanos);
        }
    }

    @Test
    void thePlaceIsHeldUntilTheLastBytesMayBeWritten() {
        assertThat(admission.next(100_000, 50_000)).isEqualTo(50_000);
        assertThat(admission.next(50_000, 60_000)).isEqualTo(50_000 - Admission.TAIL_BYTES);
        assertThat(admission.next(Admission.TAIL_BYTES, 100)).isEqualTo(100);
        assertThat(clients.active(Use.DOWNLOAD)).isOne();

        assertThat(admission.next(Admission.TAIL_BYTES - 100, Admission.TAIL_BYTES))
                .isEqualTo(Admission.TAIL_BYTES - 100);
        assertThat(clients.active(Use.DOWNLOAD)).isZero();
    }

    @Test
    void aTailThatIsWrittenInPiecesGivesThePlaceBackOnce() {
        callers.download(TestRequest.of("192.0.2.1"));

        assertThat(admission.next(2, 2)).isEqualTo(2);
        assertThat(admission.next(1, 1)).isEqualTo(1);
        admission.leave();

        assertThat(clients.active(Use.DOWNLOAD)).isOne();
    }
}
