package dev.weir.reactive.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which hosts and request targets {@link StrictHead} accepts (X02). */
class StrictHeadTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a.b-c",
                "A1.9",
                "a:",
                "a:8080",
                "a:00000",
                ":80",
                "127.0.0.1:1",
                "a_b",
                "~!$&'()*+,;=",
                "a%41b:1",
                "[::1]",
                "[::1]:8080",
                "[1:F]:"
            })
    void aHostWithOrWithoutAPortIsAccepted(String host) {
        assertThat(StrictHead.flaw(request(HttpMethod.GET, "/", host))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:123456",
                "a:b",
                "a:1:2",
                "a::",
                "a:-1",
                "a:１",
                "a b",
                "a@b",
                "a/b",
                "a%4",
                "a%4g",
                "ä",
                "[::1",
                "[]",
                "[g]",
                "[::1]a",
                "a_b:123456",
                "a%41:b"
            })
    void anotherHostIsRefused(String host) {
        assertThat(StrictHead.flaw(request(HttpMethod.GET, "/", host))).isEqualTo("host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/a?b=%23", "//a", "/\u00e9", "http://a", "HTTPS://a/b?c", "http://a:80/"})
    void aPathOrAnAbsoluteUriIsAccepted(String target) {
        assertThat(StrictHead.flaw(request(HttpMethod.GET, target, "a"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "*", "?a", "/#", "/a#b", "http:/a", "http:///a", "http://?a", "http://a#b", "ftp://a"})
    void anotherTargetIsRefused(String target) {
        assertThat(StrictHead.flaw(request(HttpMethod.GET, target, "a"))).isEqualTo("target");
    }

    @Test
    void anAsteriskIsATargetOfOptionsOnly() {
        assertThat(StrictHead.flaw(request(HttpMethod.OPTIONS, "*", "a"))).isNull();
    }

    private static HttpRequest request(HttpMethod method, String target, String host) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, method, target);
        request.headers().set(HttpHeaderNames.HOST, host);
        return request;
    }
}
