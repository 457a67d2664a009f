package dev.weir.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests blocks of IP addresses, which define the trusted proxies (C02) and the plans of clients. */
class NetworkTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3/8, 10.9.9.9, true",
        "192.0.2.128/25, 192.0.2.127, false",
        "192.0.2.128/25, 192.0.2.128, true",
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::, false",
        "2001:db8::/33, 2001:db8:8000::, false",
        "::/0, 2001:db8::1, true",
        "::1, ::1, true",
        "::1/128, ::2, false",
        "192.0.2.0/24, ::ffff:192.0.2.9, true",
    })
    void c02_contains(String network, String address, boolean contained) {
        assertThat(Network.parse(network).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/8/8",
                "10.0.0.0/x",
                "10.0.0.0/ 8",
                "10.0.0.0 /8",
                " 10.0.0.0/8",
                "10.0.0/8",
                "10.0.0.256",
                "localhost",
                "example.org/8",
                "::/129",
                ":::/8",
                "2001:db8::/99999999999",
                "2001:db8::g/32",
                "*",
                "0x7f.1",
                "1",
                "192.168.1/24",
                "10/8",
            })
    void c02_nonsenseIsRefused(String text) {
        assertThatThrownBy(() -> Network.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
