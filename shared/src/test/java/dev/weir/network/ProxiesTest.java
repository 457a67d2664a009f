package dev.weir.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {
    private static final InetAddress PROXY = InetAddress.ofLiteral("10.0.0.1");
    private static final Proxies PROXIES = new Proxies(List.of(Network.parse("10.0.0.0/8"), Network.parse("fd00::/8")));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "192.0.2.1|192.0.2.1",
                "192.0.2.1, 10.0.0.2|192.0.2.1",
                "198.51.100.1, 192.0.2.1|192.0.2.1",
                "198.51.100.1, 192.0.2.1, 10.9.9.9|192.0.2.1",
                "192.0.2.1:4711|192.0.2.1",
                "2001:db8::1|2001:db8::1",
                "[2001:db8::1]:4711|2001:db8::1",
                "192.0.2.1, fd00::7|192.0.2.1",
                "10.0.0.9, 10.0.0.8|10.0.0.9",
                "192.0.2.1, unknown|10.0.0.1",
                "192.0.2.1, |10.0.0.1",
                "192.0.2.1, 10.0.0.2, 999.1.1.1|10.0.0.1",
                "192.0.2.1, 1|10.0.0.1",
                "example.org|10.0.0.1"
            })
    void c02_xForwardedForIsReadFromItsEnd(String value, String client) {
        assertThat(PROXIES.client(Map.of("X-Forwarded-For", value)::get, PROXY))
                .isEqualTo(InetAddress.ofLiteral(client));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "for=192.0.2.1|192.0.2.1",
                "For=\"192.0.2.1:80\"|192.0.2.1",
                "for=\"[2001:db8::1]\"|2001:db8::1",
                "for=\"[2001:db8::1]:80\";by=10.0.0.1;proto=https|2001:db8::1",
                "proto=https; for=192.0.2.1|192.0.2.1",
                "for=198.51.100.1, for=192.0.2.1;host=\"a,b\", for=10.0.0.3|192.0.2.1",
                "for=192.0.2.1, for=unknown|10.0.0.1",
                "for=192.0.2.1, for=_x|10.0.0.1",
                "for=192.0.2.1, by=10.0.0.1|10.0.0.1",
                "before=192.0.2.1|10.0.0.1",
                "host=\"x;for=198.51.100.9\";for=192.0.2.1|192.0.2.1",
                "|10.0.0.1"
            })
    void c02_forwardedIsReadFromItsEnd(String value, String client) {
        assertThat(PROXIES.client(Map.of("Forwarded", String.valueOf(value))::get, PROXY))
                .isEqualTo(InetAddress.ofLiteral(client));
    }

    @Test
    void c02_fieldsThatDisagreeDoNotCount() {
        Map<String, String> both = Map.of("Forwarded", "for=192.0.2.1", "X-Forwarded-For", "192.0.2.2");
        assertThat(PROXIES.client(both::get, PROXY)).isEqualTo(PROXY);
        Map<String, String> same = Map.of("Forwarded", "for=192.0.2.2", "X-Forwarded-For", "192.0.2.2");
        assertThat(PROXIES.client(same::get, PROXY)).isEqualTo(InetAddress.ofLiteral("192.0.2.2"));
    }

    /**
     * A client sends a field with a quote that it does not close. The proxy appends its own element to this field. The
     * server must read this element as if there were no quote.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"",
                "for=\"",
                "for=\"x",
                "a\"b\"c\"",
                "for=\"[2001:db8;by=10.0.0.1",
                "host=\"\\\"",
                "\",\"",
                ";\";"
            })
    void c02_aQuoteThatTheClientLeftOpenHidesNoProxy(String sent) {
        InetAddress client = InetAddress.ofLiteral("192.0.2.7");
        assertThat(PROXIES.client(Map.of("X-Forwarded-For", sent + ", 192.0.2.7")::get, PROXY))
                .isEqualTo(client);
        assertThat(PROXIES.client(Map.of("Forwarded", sent + ", for=192.0.2.7")::get, PROXY))
                .isEqualTo(client);
        assertThat(PROXIES.client(
                        Map.of("Forwarded", sent + ",host=\"a,b\";for=\"192.0.2.7:80\", for=10.0.0.3")::get, PROXY))
                .isEqualTo(client);
    }

    /** The time to read a field must grow only linearly with the field's length, because an event loop reads it. */
    @Test
    void c02_longNonsenseIsReadQuickly() {
        for (String part : List.of(",", "\"", "\",", "for=", ";")) {
            assertThat(PROXIES.client(Map.of("Forwarded", part.repeat(20_000))::get, PROXY))
                    .isEqualTo(PROXY);
        }
    }

    @Test
    void c02_aClientThatIsNotTrustedIsTheClient() {
        InetAddress stranger = InetAddress.ofLiteral("192.0.2.9");
        assertThat(PROXIES.client(Map.of("X-Forwarded-For", "192.0.2.1")::get, stranger))
                .isEqualTo(stranger);
        assertThat(new Proxies(List.of()).client(Map.of("X-Forwarded-For", "192.0.2.1")::get, PROXY))
                .isEqualTo(PROXY);
    }
}
