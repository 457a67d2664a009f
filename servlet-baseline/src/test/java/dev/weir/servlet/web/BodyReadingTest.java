package dev.weir.servlet.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.connection.ConnectionLimits;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import dev.weir.servlet.connector.exchange.DisconnectSweep;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.mock.web.MockAsyncContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Tests that a request gets a response even if the object that receives its body fails. */
class BodyReadingTest {
    private final MockHttpServletRequest request = new MockHttpServletRequest("POST", "/events");
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final Completed async = new Completed();

    @ParameterizedTest
    @MethodSource("failures")
    void aReaderThatThrowsIsAnsweredFor(Throwable failure, int status) throws IOException {
        read("", new FailingReader(failure)).onAllDataRead();
        assertAnswered(status);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aResultThatFailsIsAnsweredFor(Throwable failure, int status) throws IOException {
        read("", answering(() -> CompletableFuture.failedFuture(failure))).onAllDataRead();
        assertAnswered(status);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aReaderThatRefusesABlockIsAnsweredFor(Throwable failure, int status) throws IOException {
        read("x", new FailingReader(failure)).onDataAvailable();
        assertAnswered(status);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aResultThatFailsLateIsAnsweredFor(Throwable failure, int status) throws IOException {
        CompletableFuture<RequestBodies.Answer> late = new CompletableFuture<>();
        read("", answering(() -> late)).onAllDataRead();
        assertThat(async.completions).isZero();
        late.completeExceptionally(failure);
        assertAnswered(status);
    }

    /** The container stops before the answer is ready. The request must still be completed. */
    @Test
    void aLateAnswerOfAContainerThatStopsEndsItsRequest() throws IOException {
        async.stopped = true;
        CompletableFuture<RequestBodies.Answer> late = new CompletableFuture<>();
        read("", answering(() -> late)).onAllDataRead();
        late.complete(answer -> answer.setStatus(201));
        assertThat(async.completions).isEqualTo(1);
    }

    static Stream<Object[]> failures() {
        return Stream.of(
                new Object[] {new RefusedException(Problem.TOO_LARGE), Problem.TOO_LARGE.status()},
                new Object[] {new IllegalStateException("planted"), 500},
                new Object[] {new StackOverflowError("planted"), 500});
    }

    private BodyReading read(String body, RequestBodies.Reader reader) throws IOException {
        ConnectionLimits limits =
                new ConnectionLimits(1, Duration.ofSeconds(1), Duration.ofSeconds(1), 1_000, 64 * 1024);
        RequestBodies bodies = new RequestBodies(limits, new ProblemAdvice(new DisconnectSweep(Duration.ofSeconds(1))));
        request.setContent(body.getBytes(StandardCharsets.US_ASCII));
        return new BodyReading(bodies, async, request, response, reader);
    }

    private void assertAnswered(int status) {
        assertThat(async.completions).isEqualTo(1);
        assertThat(response.getStatus()).isEqualTo(status);
    }

    private static RequestBodies.Reader answering(Supplier<CompletionStage<RequestBodies.Answer>> result) {
        return new RequestBodies.Reader() {
            @Override
            public void add(ByteBuffer bytes) {}

            @Override
            public CompletionStage<RequestBodies.Answer> whole() {
                return result.get();
            }
        };
    }

    private record FailingReader(Throwable failure) implements RequestBodies.Reader {
        @Override
        public void add(ByteBuffer bytes) {
            fail();
        }

        @Override
        public CompletionStage<RequestBodies.Answer> whole() {
            fail();
            return new CompletableFuture<>();
        }

        private void fail() {
            switch (failure) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new AssertionError(failure);
            }
        }
    }

    /**
     * Counts calls of {@link #complete}. Runs tasks on the calling thread, or rejects them if {@link #stopped} is true.
     */
    private final class Completed extends MockAsyncContext {
        private int completions;
        private boolean stopped;

        Completed() {
            super(request, response);
        }

        @Override
        public void start(Runnable task) {
            if (stopped) {
                throw new RejectedExecutionException("stopped");
            }
            task.run();
        }

        @Override
        public void complete() {
            completions++;
        }
    }
}
