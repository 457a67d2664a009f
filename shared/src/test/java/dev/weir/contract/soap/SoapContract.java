package dev.weir.contract.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Needs;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.problem.Problem;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.Sent;
import dev.weir.soap.SoapCall;
import dev.weir.soap.SoapClient;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.message.SoapFaultException;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public interface SoapContract extends ContractPart {
    @Needs(Needs.SOAP_KEYS)
    @ParameterizedTest
    @CsvSource({"1000, 337", "-5, 3", "2147483647, 2147483647", "0, 0"})
    default void s01_twoNumbersAreAdded(int a, int b)
            throws IOException, InterruptedException, SoapFaultException, RefusedResponseException {
        URI service = URI.create("http://127.0.0.1:" + server().port() + "/ws");
        try (SoapClient client = new SoapClient(SoapSender.calls(), InstantSource.system())) {
            assertThat(client.plus(service, a, b)).isEqualTo((long) a + b);
        }
    }

    @Test
    default void s01_theDescriptionNamesTheAddressThatWasUsed() {
        Answer answer = server().get("/ws/calc.wsdl");
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualToIgnoringCase(SoapAnswer.MEDIA_TYPE);
        assertThat(answer.text()).contains("location=\"http://127.0.0.1/ws\"").contains("\"calc.xsd\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"127.0.99.1 | https://calc.example/ws", "127.0.0.1 | http://127.0.0.1/ws" // not a trusted proxy
            })
    default void s01_theDescriptionNamesTheAddressOfATrustedProxy(String from, String address) {
        for (String[] fields : new String[][] {
            {"Forwarded: for=198.51.100.1;proto=https;host=calc.example"},
            {"X-Forwarded-Proto: https", "X-Forwarded-Host: calc.example", "X-Forwarded-For: 198.51.100.1"}
        }) {
            try (Connection connection = server().connect(from).send("GET", "/ws/calc.wsdl", fields)) {
                assertThat(connection.answer().text()).contains("location=\"" + address + "\"");
            }
        }
    }

    @Test
    default void s01_theSchemaIsShown() {
        Answer answer = server().get("/ws/calc.xsd");
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualToIgnoringCase(SoapAnswer.MEDIA_TYPE);
        assertThat(answer.text()).contains("http://javacrumbs.net/calc").contains("plusRequest");
    }

    /**
     * If this fails, check that {@link SoapCall#result} compares the signature confirmation in a response with the
     * signature of the request.
     */
    @Test
    default void s02_aResponseConfirmsItsRequestOnly() throws SoapFaultException, RefusedResponseException {
        SoapCall calls = SoapSender.calls();
        SoapCall.Request request = calls.plus(1, 2, SoapSender.now());
        SoapCall.Request other = calls.plus(1, 2, SoapSender.now());
        Answer answer = new SoapSender(server()).post(Sent.soap(request.envelope()));
        answer.assertStatus(200);
        assertThat(answer.field("Content-Type")).isEqualToIgnoringCase(SoapAnswer.MEDIA_TYPE);
        assertThat(calls.result(request, answer.body(), SoapSender.now())).isEqualTo(3);
        assertThatThrownBy(() -> calls.result(other, answer.body(), SoapSender.now()))
                .isInstanceOf(RefusedResponseException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"})
    default void s09_anyOtherMethodIsRefused(String method) {
        Answer answer = server().ask(method, "/ws");
        answer.assertStatus(405);
        assertThat(answer.field("Allow")).isEqualTo("POST");
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
        if (!method.equals("HEAD")) {
            assertThat(answer.text()).isEqualTo(answer.textOf(Problem.METHOD_NOT_ALLOWED));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/calc.wsdl", "/ws/calc.xsd"})
    default void s09_aDescriptionIsOnlyRead(String target) {
        server().ask("DELETE", target).assertRefusedWith(Problem.METHOD_NOT_ALLOWED);
        server().ask("POST", target, "Content-Length: 0").assertRefusedWith(Problem.METHOD_NOT_ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/", "/ws/calc", "/ws/other.wsdl", "/WS"})
    default void x01_thereIsNothingElse(String target) {
        Answer answer = server().get(target);
        answer.assertStatus(404);
        assertThat(answer.field("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    default void x01_aClientThatMayNotCallIsToldSo() {
        String key = "X-API-Key: " + SuiteSettings.BLOCKED_KEY;
        server().ask("POST", "/ws", key, "Content-Length: 0").assertRefusedWith(Problem.BLOCKED);
        server().ask("POST", "/ws", "X-API-Key: nobody", "Content-Length: 0").assertRefusedWith(Problem.UNKNOWN_KEY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/calc.wsdl", "/ws/calc.xsd"})
    default void c01_aClientThatMayNotCallIsToldNothingOfIt(String target) {
        server().get(target, "X-API-Key: " + SuiteSettings.BLOCKED_KEY).assertRefusedWith(Problem.BLOCKED);
        server().get(target, "X-API-Key: nobody").assertRefusedWith(Problem.UNKNOWN_KEY);
    }

    /** A client sends a SOAP message one byte at a time. The server must refuse the message before it is complete. */
    @Test
    default void s09_aMessageThatComesByteByByteIsNotWaitedFor() {
        try (Connection connection = server().connect("127.0.0.1")) {
            connection.send("POST", "/ws", "Content-Type: text/xml", "Content-Length: 1000");
            connection.send(new byte[] {' '});
            for (int left = 40; left > 0 && !connection.stirsWithin(1_000); left--) {
                connection.send(new byte[] {' '});
            }
            connection.answer().assertRefusedWith(Problem.TOO_SLOW);
            assertThat(connection.hasEnded()).isTrue();
        }
    }
}
