package dev.weir.perf.trial;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.perf.load.Calls;
import dev.weir.perf.load.Generator;
import dev.weir.perf.load.ServedFolder;
import dev.weir.perf.server.Cores;
import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.message.SoapAnswer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that each answer to a SOAP call is checked: one wrong answer is an error, and makes the trial invalid. */
class CallRoundTest {
    private static final int COUNT = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static Path keys = Path.of("");

    private final Generator generator = new Generator(false);
    private int answers;

    @BeforeAll
    static void make() throws IOException {
        keys = DevelopmentKeys.create(Instant.now());
    }

    @AfterEach
    void close() {
        generator.close();
    }

    private CallRound run(UnaryOperator<SoapAnswer> spoiled) throws Exception {
        try (SoapService service = new SoapService(keys, spoiled)) {
            return CallRound.run(
                    generator, service.address(), new SignerProcess.Signatures(new SoapKeys(keys)), COUNT, 1);
        }
    }

    /** Sends calls to a service whose third answer is changed by {@code spoiled}. */
    private CallRound third(UnaryOperator<SoapAnswer> spoiled) throws Exception {
        return run(answer -> ++answers == 3 ? spoiled.apply(answer) : answer);
    }

    @Test
    void rightAnswersAreNoErrors() throws Exception {
        CallRound round = run(answer -> answer);
        assertThat(round.errors()).isEmpty();
        assertThat(round.answered()).isEqualTo(COUNT);
        assertThat(round.perSecond()).isPositive();
    }

    @Test
    void anotherProcessSignsAndVerifiesAlike() throws Exception {
        CallRound.Signer signer = SignerProcess.start(keys);
        try (SoapService service = new SoapService(keys, answer -> ++answers == 3 ? other(answer) : answer)) {
            CallRound round = CallRound.run(generator, service.address(), signer, COUNT, 1);
            assertThat(round.answered()).isEqualTo(COUNT);
            assertThat(round.errors()).hasSize(1).containsValue(1L);
        }
    }

    @Test
    void anotherProcessSignsAndVerifiesPartByPart() {
        CallRound.Signer signer = SignerProcess.start(keys);
        List<Calls.SignedCall> signed = signer.sign(SignerProcess.PART + 1);
        assertThat(signed)
                .hasSize(SignerProcess.PART + 1)
                .extracting(Calls.SignedCall::a)
                .doesNotHaveDuplicates();
        List<Calls.AnsweredCall> wrong = signed.stream()
                .map(call -> new Calls.AnsweredCall(call, "no answer".getBytes(UTF_8)))
                .toList();
        assertThat(signer.wrong(wrong)).hasSize(1).containsValue(SignerProcess.PART + 1L);
    }

    @Test
    void anotherResultIsAnError() throws Exception {
        CallRound round = third(CallRoundTest::other);
        assertThat(round.errors()).hasSize(1).allSatisfy((reason, count) -> {
            assertThat(reason).startsWith("refused response");
            assertThat(count).isEqualTo(1);
        });
    }

    @Test
    void theAnswerToAnotherCallIsAnError() throws Exception {
        SoapAnswer[] first = new SoapAnswer[1];
        CallRound round = run(answer -> {
            answers++;
            first[0] = answers == 1 ? answer : first[0];
            return answers == 3 ? first[0] : answer;
        });
        assertThat(round.errors()).hasSize(1).containsValue(1L);
    }

    @Test
    void aFaultIsAnErrorAlsoWithTheStatusOfSuccess() throws Exception {
        String fault = "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body><soap:Fault>"
                + "<faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault></soap:Body></soap:Envelope>";
        assertThat(third(answer -> with(answer, fault)).errors())
                .hasSize(1)
                .allSatisfy((reason, _) -> assertThat(reason).startsWith("fault: "));
        answers = 0;
        assertThat(third(answer -> new SoapAnswer(500, "failed", answer.envelope()))
                        .errors())
                .containsOnlyKeys("status 500");
    }

    @Test
    void beforeATrialAServerMustAnswerOneCall() throws Exception {
        ServerPlan plan = new ServerPlan(0, 0, Duration.ofMillis(100), 10, 10, Cores.APART).with(new SoapKeys(keys));
        ServedFolder folder = ServedFolder.open();
        try (SoapService service = new SoapService(keys, answer -> answer)) {
            assertThatCode(() -> Preflight.check(service.address(), folder, plan, PATIENCE))
                    .doesNotThrowAnyException();
        }
        try (SoapService service =
                new SoapService(keys, answer -> with(answer, text(answer).replace("1337", "5")))) {
            assertThatThrownBy(() -> Preflight.check(service.address(), folder, plan, PATIENCE))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("before the trial: the call was not answered");
        }
    }

    private static SoapAnswer other(SoapAnswer answer) {
        return with(answer, text(answer).replaceAll("result>\\d+", "result>5"));
    }

    private static String text(SoapAnswer answer) {
        return new String(answer.envelope(), UTF_8);
    }

    private static SoapAnswer with(SoapAnswer answer, String envelope) {
        return new SoapAnswer(answer.status(), answer.outcome(), envelope.getBytes(UTF_8));
    }
}
