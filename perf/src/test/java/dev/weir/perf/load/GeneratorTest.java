package dev.weir.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final byte[] BODY = new byte[5000];

    static {
        new Random(3).nextBytes(BODY);
    }

    private final Generator generator = new Generator(true);
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        generator.close();
    }

    @Test
    void aRightBodyIsFinishedOnce() throws Exception {
        assertThat(outcome(answer("200 OK", BODY.length, BODY))).isEqualTo("finished");
    }

    @Test
    void aWrongAnswerIsAnError() throws Exception {
        byte[] wrong = BODY.clone();
        wrong[4999] ^= 1;
        byte[] missing = Arrays.copyOf(BODY, 4999);
        assertThat(outcome(answer("200 OK", 5000, wrong))).isEqualTo("wrong byte in the body");
        assertThat(outcome(answer("200 OK", 5000, missing))).isEqualTo("the answer ended early");
        assertThat(outcome(answer("200 OK", 4999, missing))).isEqualTo("Content-Length 4999 instead of 5000");
        assertThat(outcome(answer("503 Busy", 5000, BODY))).isEqualTo("status 503");
        assertThat(outcome(new byte[0])).isEqualTo("closed without an answer");
    }

    @Test
    void aByteTooManyIsAnErrorEvenAfterTheEnd() throws Exception {
        // The extra byte comes with the last piece or after it, depending on how the kernel splits the stream.
        assertThat(lastOutcome(answer("200 OK", 5000, Arrays.copyOf(BODY, 5001))))
                .isEqualTo("bytes after the end of the body");
    }

    @Test
    void everyDownloadOfAClosedLoopComesFromAnAddressOfItsOwn() throws Exception {
        try (ScriptedServer server = new ScriptedServer(answer("200 OK", 5000, BODY))) {
            Window window = Window.after(Duration.ZERO, HOUR);
            ClosedLoop load = new ClosedLoop(generator, target(server), window).start(10, Duration.ofMillis(1));
            while (generator.ask(load::finished) < 100
                    && generator.ask(load::errors).isEmpty()) {
                Thread.onSpinWait();
            }
            generator.ask(load::stop).get(10, TimeUnit.SECONDS);
            assertThat(generator.ask(load::errors)).isEmpty();
            assertThat(generator.ask(load::responseMicros).getTotalCount()).isGreaterThanOrEqualTo(100);
            assertThat(server.clients()).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
        }
    }

    /** A busy-polling event loop must still run tasks and timers. Only its time without work must count as idle. */
    @Test
    void aClientThatPollsKnowsHowLongItWasInVain() throws Exception {
        assertThat(generator.ask(generator::idleSeconds)).isZero();
        CountDownLatch rang = new CountDownLatch(1);
        long startNanos = System.nanoTime();
        generator.poll(true);
        generator.at(startNanos + TimeUnit.MILLISECONDS.toNanos(50), rang::countDown);
        assertThat(rang.await(10, TimeUnit.SECONDS)).isTrue();
        generator.poll(false);
        double idle = generator.ask(generator::idleSeconds);
        assertThat(idle).isPositive().isLessThanOrEqualTo((System.nanoTime() - startNanos) / 1e9);

        generator.poll(true);
        long workNanos = TimeUnit.MILLISECONDS.toNanos(30);
        long beganNanos = System.nanoTime();
        double before = generator.ask(generator::idleSeconds);
        for (long worked = 0; worked < workNanos; worked += TimeUnit.MICROSECONDS.toNanos(5)) {
            generator.execute(() -> spin(TimeUnit.MICROSECONDS.toNanos(5)));
        }
        double after = generator.ask(generator::idleSeconds);
        assertThat(after - before).isLessThanOrEqualTo((System.nanoTime() - beganNanos - workNanos) / 1e9);
        generator.poll(false);
        idle = generator.ask(generator::idleSeconds);
        assertThat(generator.ask(generator::idleSeconds)).isEqualTo(idle);
    }

    /**
     * The measured use of a core must exclude the CPU time of polls without work, and not their wall-clock time. The
     * wall-clock time is longer than the CPU time if another process interrupts a poll.
     */
    @Test
    void aCoreShareIsOfThreadTimeAndNeverBelowZero() {
        Generator.Effort before = new Generator.Effort(0, 1, 1, 0);
        Generator.Effort polling = new Generator.Effort(10_000_000_000L, 11, 11, 6);
        assertThat(polling.coreShareSince(before)).as("10 s, 6 of them idle").isEqualTo(0.4);
        Generator.Effort disturbed = new Generator.Effort(10_000_000_000L, 6, 6, 8);
        assertThat(disturbed.coreShareSince(before))
                .as("half of the core belonged to another process; the clock saw 8 s of polls in vain")
                .isCloseTo(0.1, within(1e-12));
        Generator.Effort collecting = new Generator.Effort(10_000_000_000L, 14, 11, 10);
        assertThat(collecting.coreShareSince(before)).as("3 s of other threads").isCloseTo(0.3, within(1e-12));
    }

    @Test
    void theLagOfAMillisecondInWhichTheLoopWorksIsNotCounted() throws Exception {
        AtomicLong work = new AtomicLong();
        Window window = new Window(System.nanoTime(), Long.MAX_VALUE / 2 + System.nanoTime());
        Window.SchedulingLag idle = Window.SchedulingLag.probe(generator, window);
        Window.SchedulingLag busy = Window.SchedulingLag.probe(generator, window, work::incrementAndGet);
        while (generator.ask(idle::micros).getTotalCount() < 20) {
            Thread.onSpinWait();
        }
        assertThat(generator.ask(busy::micros).getTotalCount()).isZero();
    }

    private static void spin(long nanos) {
        long endNanos = System.nanoTime() + nanos;
        while (System.nanoTime() - endNanos < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aSteadyLoadCountsTheBytesOfAllConnectionsOfAClient() throws Exception {
        try (ScriptedServer server = new ScriptedServer(answer("200 OK", 5000, BODY))) {
            DownloadLoad load = DownloadLoad.endless(generator, target(server), List.of(1, 1, 16));
            generator.ask(() -> load.measure(Window.after(Duration.ZERO, HOUR)));
            generator.execute(() -> load.start(Duration.ofMillis(1)));
            Map<String, Long> errors = generator.ask(load::errors);
            while (errors.values().stream().mapToLong(Long::longValue).sum() < 18) {
                errors = generator.ask(load::errors);
            }
            assertThat(generator.ask(load::bytesInWindow)).containsExactly(5000L, 5000L, 80_000L);
            assertThat(errors)
                    .containsOnlyKeys("a download ended: it is not throttled, or the file is too small for this run");
        }
    }

    private String outcome(byte[] answer) throws IOException, InterruptedException {
        heard.clear();
        try (ScriptedServer server = new ScriptedServer(answer)) {
            generator.execute(() -> generator.download(target(server), generator.freshAddress(), new Hearer()));
            return next();
        }
    }

    private String lastOutcome(byte[] answer) throws IOException, InterruptedException {
        String first = outcome(answer);
        return first.equals("finished") ? next() : first;
    }

    private String next() throws InterruptedException {
        return String.valueOf(heard.poll(10, TimeUnit.SECONDS));
    }

    private static Target target(ScriptedServer server) {
        return new Target(server.address(), "/files/a.bin", Target.ExpectedBody.of(BODY));
    }

    private static byte[] answer(String status, int length, byte[] body) {
        byte[] head = ("HTTP/1.1 " + status + "\r\nContent-Length: " + length + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] answer = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, answer, head.length, body.length);
        return answer;
    }

    private final class Hearer implements SingleRequest.FileListener {
        @Override
        public void received(int bytes, long nowNanos) {}

        @Override
        public void finished(SingleRequest.Timing timing) {
            heard.add("finished");
        }

        @Override
        public void failed(String reason) {
            heard.add(reason);
        }
    }
}
