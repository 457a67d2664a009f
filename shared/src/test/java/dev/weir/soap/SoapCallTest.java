package dev.weir.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.soap.message.SoapFault;
import dev.weir.soap.message.SoapFaultException;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.Responses;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class SoapCallTest {
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final SoapCall calls = GatewayFixture.client("client");
    private final SoapCall.Request request = calls.plus(1, 2, now);

    /** A valid response must be accepted. The response in each other test differs from this one in one respect. */
    @Test
    void s07_aResponseOfTheServerCounts() throws Exception {
        byte[] response = new ForgedResponse(3)
                .sign("server", request.signature(), true, now)
                .bytes();
        assertThat(calls.result(request, response, now)).isEqualTo(3);
    }

    @Test
    void s07_anUnsignedFaultIsNotAuthenticated() {
        for (SoapFault fault : SoapFault.values()) {
            SoapFaultException told = fault(fault.envelope());
            assertThat(told.isAuthenticated()).isFalse();
            assertThat(told.code()).endsWith(":" + fault.code());
            assertThat(told).hasMessageContaining(fault.text()).hasMessageContaining("not signed");
        }
    }

    @Test
    void s07_aSignedFaultIs() {
        byte[] fault = new Responses(TestKeys.get().identity("server"), GatewayFixture.TIME_TO_LIVE)
                .fault(SoapFault.NOT_BY_SCHEMA, request.signature(), now);
        assertThat(fault(fault).isAuthenticated()).isTrue();
    }

    @Test
    void s07_aSignedFaultOfAnotherRequestIsRefused() {
        byte[] fault = new Responses(TestKeys.get().identity("server"), GatewayFixture.TIME_TO_LIVE)
                .fault(SoapFault.NOT_BY_SCHEMA, new byte[256], now);
        assertRefused(fault);
    }

    @Test
    void s07_anUnsignedResultIsRefused() {
        assertRefused(new ForgedResponse(3).bytes());
    }

    @Test
    void s07_aMissingConfirmationIsRefused() throws Exception {
        assertRefused(new ForgedResponse(3).sign("server", null, true, now).bytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 255, 256, 257})
    void s07_anotherConfirmationIsRefused(int length) throws Exception {
        byte[] other = Arrays.copyOf(request.signature(), length);
        if (length == 256) {
            other[255] ^= 1;
        }
        assertRefused(new ForgedResponse(3).sign("server", other, true, now).bytes());
    }

    @Test
    void s07_anUnsignedConfirmationIsRefused() throws Exception {
        assertRefused(new ForgedResponse(3)
                .sign("server", request.signature(), false, now)
                .bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"client", "other", "issuer", "stranger", "expired"})
    void s07_anotherSignerIsRefused(String who) throws Exception {
        assertRefused(
                new ForgedResponse(3).sign(who, request.signature(), true, now).bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"header", "envelope"})
    void s07_aWrappedBodyIsRefused(String where) throws Exception {
        ForgedResponse response = new ForgedResponse(3).sign("server", request.signature(), true, now);
        Element wrapper = CoverageAttacks.wrapper(where.equals("header") ? response.header : response.envelope);
        wrapper.appendChild(response.body);
        response.body(4);
        assertRefused(response.bytes());
    }

    @Test
    void s07_aResultThatWasChangedIsRefused() throws Exception {
        ForgedResponse response = new ForgedResponse(3).sign("server", request.signature(), true, now);
        response.body.getFirstChild().getFirstChild().setTextContent("4");
        assertRefused(response.bytes());
    }

    @Test
    void s07_theResponseToAnotherCallIsRefused() throws Exception {
        SoapGateway gateway = GatewayFixture.gateway("server", now, new ReplayCache(10));
        byte[] response = gateway.answer(request.envelope(), now).envelope();
        assertThat(calls.result(request, response, now)).isEqualTo(3);
        SoapCall.Request same = calls.plus(1, 2, now);
        assertThatThrownBy(() -> calls.result(same, response, now)).isInstanceOf(RefusedResponseException.class);
    }

    @Test
    void s07_anOldResponseIsRefused() throws Exception {
        assertRefused(new ForgedResponse(3)
                .sign("server", request.signature(), true, now.minusSeconds(61))
                .bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html/>", "<!DOCTYPE x><x/>", "not XML"})
    void s07_textThatIsNoResponseIsRefused(String response) {
        assertRefused(response.getBytes(StandardCharsets.UTF_8));
    }

    private void assertRefused(byte[] response) {
        assertThatThrownBy(() -> calls.result(request, response, now)).isInstanceOf(RefusedResponseException.class);
    }

    private SoapFaultException fault(byte[] response) {
        return catchThrowableOfType(SoapFaultException.class, () -> calls.result(request, response, now));
    }
}
