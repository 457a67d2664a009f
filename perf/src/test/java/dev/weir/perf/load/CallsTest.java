package dev.weir.perf.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.soap.SoapCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallsTest {
    private static final int COUNT = 20;
    private static final byte[] RIGHT = answer("200 OK", "", "<answer/>");
    private static final byte[] BUSY = answer("503 Busy", "Retry-After: 1\r\n", "");

    private final Generator generator = new Generator(true);
    private final Window window = Window.after(Duration.ZERO, Duration.ofSeconds(30));
    private final List<Calls.AnsweredCall> answers = new ArrayList<>();

    @AfterEach
    void close() {
        generator.close();
    }

    @Test
    void eachIsSentOnceAndThenItIsOver() throws Exception {
        try (ScriptedServer server = new ScriptedServer(Integer.MAX_VALUE, _ -> RIGHT)) {
            assertThat(run(server, (answered, _) -> answers.add(answered))).isEmpty();
            assertThat(server.requests()).isEqualTo(COUNT);
            assertThat(answers)
                    .extracting(answered -> answered.call().a())
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, COUNT).boxed().toList());
            assertThat(answers)
                    .allSatisfy(answered ->
                            assertThat(answered.envelope()).asString(US_ASCII).isEqualTo("<answer/>"));
        }
    }

    @Test
    void aStatusThatIsNotWantedIsAnError() throws Exception {
        byte[] fault = answer("500 No", "", "<fault/>");
        try (ScriptedServer server =
                new ScriptedServer(Integer.MAX_VALUE, request -> request == 3 ? fault : request == 5 ? BUSY : RIGHT)) {
            assertThat(run(server, (answered, _) -> answers.add(answered)))
                    .containsOnly(Map.entry("status 500", 1L), Map.entry("status 503", 1L));
            assertThat(answers).hasSize(COUNT - 2);
        }
    }

    @Test
    void aRefusedCallMayBeSentAgain() throws Exception {
        Refusing listener = new Refusing();
        try (ScriptedServer server =
                new ScriptedServer(Integer.MAX_VALUE, request -> request % 2 == 0 ? BUSY : RIGHT)) {
            assertThat(run(server, listener)).isEmpty();
            assertThat(answers)
                    .extracting(Calls.AnsweredCall::call)
                    .doesNotHaveDuplicates()
                    .hasSize(COUNT);
            assertThat(listener.refused).isEqualTo(server.requests() - COUNT).isPositive();
        }
    }

    private final class Refusing implements Calls.Listener {
        private int refused;

        @Override
        public void answered(Calls.AnsweredCall call, Times times) {
            answers.add(call);
        }

        @Override
        public boolean refused(boolean saysWhen, Times times) {
            assertThat(saysWhen).isTrue();
            refused++;
            return true;
        }
    }

    /** Sends all calls to the server. Returns how often each error occurred. */
    private Map<String, Long> run(ScriptedServer server, Calls.Listener listener) throws Exception {
        List<Calls.SignedCall> supply = IntStream.range(0, COUNT)
                .mapToObj(a ->
                        new Calls.SignedCall(a, 0, new SoapCall.Request(new byte[] {'<', 'a', '/', '>'}, new byte[0])))
                .toList();
        Calls calls = new Calls(server.address(), supply, listener);
        return new RequestLoad(generator, calls, window, Generator::anyAddress)
                .startClosed(2)
                .await(Duration.ofSeconds(10))
                .errors();
    }

    private static byte[] answer(String status, String header, String body) {
        return ("HTTP/1.1 " + status + "\r\n" + header + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }
}
