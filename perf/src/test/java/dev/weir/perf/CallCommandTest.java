package dev.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.perf.server.OwnedProcess;
import dev.weir.perf.trial.SoapService;
import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.message.SoapAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CallCommandTest {
    private static Path keys = Path.of("");

    @BeforeAll
    static void make() throws IOException {
        keys = DevelopmentKeys.create(Instant.now());
    }

    private static Output call(UnaryOperator<SoapAnswer> spoiled, String... options) throws Exception {
        try (SoapService service = new SoapService(keys, spoiled)) {
            String[] arguments = new String[options.length + 1];
            System.arraycopy(options, 0, arguments, 0, options.length);
            arguments[options.length] = "http://127.0.0.1:" + service.address().getPort() + "/ws";
            return Output.ofPerf(arguments);
        }
    }

    @Test
    void printsTheSum() throws Exception {
        Output output = call(answer -> answer, "call", "--a", "40", "--b=-2", "--keys", keys.toString());
        assertThat(output).isEqualTo(new Output(0, "38\n"));
    }

    @Test
    void takesTwoStoresAsWell() throws Exception {
        Output output = call(
                answer -> answer,
                "call",
                "--key-store=" + keys.resolve("client.p12"),
                "--key-store-password=" + DevelopmentKeys.PASSWORD,
                "--trust-store=" + keys.resolve("client-trust.p12"),
                "--trust-store-password=" + DevelopmentKeys.PASSWORD);
        assertThat(output).isEqualTo(new Output(0, "3\n"));
    }

    @Test
    void aResponseThatDoesNotCountIsOneLineAndNoSuccess() throws Exception {
        Output output = call(CallCommandTest::other, "call", "--keys=" + keys);
        assertThat(output.code()).isEqualTo(1);
        assertThat(output.text()).startsWith("weir: ").hasLineCount(1).doesNotContain("4");
    }

    private static SoapAnswer other(SoapAnswer answer) {
        String envelope = new String(answer.envelope(), StandardCharsets.UTF_8).replace("result>3", "result>4");
        return new SoapAnswer(200, "", envelope.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFaultIsOneLineAndNoSuccess() throws Exception {
        Path others = DevelopmentKeys.create(Instant.now());
        Output output = call(
                answer -> answer,
                "call",
                "--key-store=" + others.resolve("client.p12"),
                "--trust-store=" + keys.resolve("client-trust.p12"));
        assertThat(output.code()).isEqualTo(1);
        assertThat(output.text())
                .startsWith("weir: ")
                .contains("FailedAuthentication")
                .hasLineCount(1);
    }

    @Test
    void aServerThatIsNotThereIsOneLineAndNoSuccess() throws Exception {
        String url = "http://127.0.0.1:" + OwnedProcess.freePort() + "/ws";
        Output output = Output.ofPerf("call", "--keys=" + keys, url);
        assertThat(output).isEqualTo(new Output(1, "weir: there is no server at " + url + "\n"));
    }

    @Test
    void withoutKeysItSaysWhichOptionsAreMissing() {
        Output output = Output.ofPerf("call");
        assertThat(output.code()).isEqualTo(2);
        assertThat(output.text())
                .startsWith("weir call: give either --keys, or --key-store and --trust-store")
                .hasLineCount(1);
    }
}
