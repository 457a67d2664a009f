package dev.weir.contract.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.connection.Answer;
import dev.weir.contract.connection.Connection;
import dev.weir.contract.events.EventStream;
import dev.weir.contract.events.PublishingClient;
import dev.weir.contract.server.ContractPart;
import dev.weir.contract.server.Eventually;
import dev.weir.contract.server.LoggedAccess;
import dev.weir.contract.server.SuiteFiles;
import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestLink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the access log. It has one line for each finished response, with the number of bytes sent (rule A07). */
public interface AccessLogContract extends ContractPart {
    /**
     * Each request must get one line in the access log, with the number of body bytes that the client received. If this
     * fails for one kind of request, check whether its response bypasses the code that counts the bytes.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /files/text.txt? | X: x | 200",
                "GET | /files/data.bin? | X: x | 200",
                "GET | /files/data.bin? | Range: bytes=5-70000 | 206",
                "GET | /files/data.bin? | Range: bytes=0-1,5-70000 | 206",
                "GET | /files/data.bin? | Range: bytes=9000000- | 416",
                "GET | /files/text.txt? | If-Match: \"none\" | 412",
                "GET | /files/empty.txt? | X: x | 200",
                "GET | /files/none? | X: x | 404",
                "GET | /files? | X: x | 200",
                "GET | /files/text.txt? | X-API-Key: nobody | 401",
                "GET | /? | X: x | 200",
                "GET | /nothing? | X: x | 404",
                "GET | /events/next?timeout=0& | X: x | 204",
                "GET | /ws/calc.wsdl? | X: x | 200",
                "POST | /events? | X: x | 401",
                "DELETE | /files/text.txt? | X: x | 405"
            })
    default void a07_aLineHasTheBytesThatTheClientGets(String method, String target, String field, int status) {
        String marked = target + LoggedAccess.mark();
        Answer answer = server().ask(method, marked, field, "Content-Length: 0");
        answer.assertStatus(status);
        LoggedAccess line = LoggedAccess.with(marked, server());
        assertThat(line.status()).isEqualTo(status);
        assertThat(line.bytes()).isEqualTo(answer.body().length);
        assertThat(line.request()).startsWith(method + " " + marked + " HTTP/");
        assertThat(line.address()).isEqualTo("127.0.0.1");
        assertThat(line.requestId()).isEqualTo(answer.field("X-Request-Id"));
    }

    @Test
    default void a07_aRequestWithoutAPathIsLogged() {
        String mark = LoggedAccess.mark();
        Answer answer = server().ask("OPTIONS", "*", "User-Agent: " + mark);
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.request()).startsWith("OPTIONS * HTTP/");
        assertThat(line.status()).isEqualTo(answer.status());
    }

    @Test
    default void a07_aLineNamesTheClientAndItsPlan() {
        String mark = LoggedAccess.mark();
        server().ask(
                        "HEAD",
                        "/files/data.bin?" + mark,
                        "X-API-Key: " + SuiteSettings.FAST_KEY,
                        "User-Agent: curl/8.14");
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.plan()).isEqualTo("fast");
        assertThat(line.client()).isEqualTo("weir.clients[0]");
        assertThat(line.agent()).isEqualTo("curl/8.14");
        assertThat(line.bytes()).isZero();
        assertThat(LoggedAccess.all(server())).doesNotContain(SuiteSettings.KEYS);
    }

    /** If this fails, check that the server knows the client of a request before it refuses the request. */
    @Test
    default void a07_aLineNamesTheClientOfARefusedRequest() {
        String mark = LoggedAccess.mark();
        server().get("/files/data.bin?" + mark, "X-API-Key: " + SuiteSettings.BLOCKED_KEY)
                .assertStatus(403);
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.plan()).isEqualTo("blocked");
        assertThat(line.client()).isEqualTo("weir.clients[3]");
    }

    @Test
    default void a07_aPublishedEventIsLogged() {
        String mark = LoggedAccess.mark();
        try (PublishingClient publisher = new PublishingClient(server())) {
            Answer answer = publisher.post("/events?topic=access&" + mark, "text/plain", "logged");
            answer.assertStatus(201);
            LoggedAccess line = LoggedAccess.with(mark, server());
            assertThat(line.status()).isEqualTo(201);
            assertThat(line.bytes()).isEqualTo(answer.body().length);
            assertThat(line.client()).isEqualTo("publisher");
        }
    }

    /**
     * A refused SOAP request is logged with its status and bytes. If this fails over HTTP/2, check that no second
     * thread handles the request while the first one still writes the answer.
     */
    @Test
    default void a07_aSoapCallIsLogged() {
        String mark = LoggedAccess.mark();
        Answer answer = server().ask("POST", "/ws?" + mark, "Content-Type: text/xml", "Content-Length: 0");
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.status()).isEqualTo(answer.status()).isEqualTo(400);
        assertThat(line.bytes()).isEqualTo(answer.body().length);
        assertThat(line.plan()).isEqualTo("default");
    }

    /**
     * A client aborts a slow download. The throttle grants this client only 4 KiB at a time. The log line must have the
     * number of bytes sent before the abort, and not the length of the file.
     */
    @Test
    default void a07_anAbortedDownloadIsLoggedWithItsSentBytes() {
        String mark = LoggedAccess.mark();
        int read;
        try (Connection leaving =
                server().open("GET", "/files/large.bin?" + mark, "X-API-Key: " + SuiteSettings.SLOW_KEY)) {
            leaving.head().assertStatus(200);
            read = leaving.some(4096).length;
            assertThat(LoggedAccess.find(mark, server())).as("before the end").isEmpty();
            leaving.reset();
        }
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.status()).isEqualTo(200);
        assertThat(line.bytes()).isBetween((long) read, SuiteFiles.LARGE_BYTES / 100L);
        assertThat(line.plan()).isEqualTo("slow");
    }

    /** If this fails, check that the log entry of a request is kept when the event stream takes over the connection. */
    @Test
    default void a07_anEndedStreamIsLoggedWithItsBytes() {
        String mark = LoggedAccess.mark();
        String data = "x".repeat(3000);
        try (EventStream stream = EventStream.open(server(), "/events?topic=access-stream&" + mark);
                PublishingClient publisher = new PublishingClient(server())) {
            publisher.text("access-stream", data);
            assertThat(stream.next().data()).isEqualTo(data);
            assertThat(LoggedAccess.find(mark, server())).as("before the end").isEmpty();
        }
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.status()).isEqualTo(200);
        assertThat(line.bytes()).isBetween((long) data.length(), 2L * data.length());
        assertThat(line.plan()).isEqualTo("default");
    }

    /**
     * A client abandons a long poll, and the log shows status 499. If this fails over HTTP/2, check how the server
     * detects a response that Tomcat has dropped because the client has reset its stream.
     */
    @Test
    default void a07_anAbandonedPollIsLogged() {
        String mark = LoggedAccess.mark();
        try (Connection leaving = server().open("GET", "/events/next?topic=access-poll&timeout=5s&" + mark)) {
            Eventually.meterIs(server(), "weir.events.subscribers", 1);
            leaving.reset();
        }
        LoggedAccess line = LoggedAccess.with(mark, server());
        assertThat(line.status()).as("status of %s", line).isEqualTo(499);
        assertThat(line.bytes()).isZero();
    }

    @Test
    default void a07_noSignatureOfALinkIsLogged() {
        String mark = LoggedAccess.mark();
        String link = TestLink.of("/files/text.txt?" + mark, "");
        String signature = link.substring(link.lastIndexOf("&sig=") + 5);
        server().get(link, "Referer: https://pages.example/?sig=" + signature).assertStatus(200);
        assertThat(LoggedAccess.with(mark, server()).request()).contains("&sig=- HTTP/");
        assertThat(LoggedAccess.all(server())).doesNotContain(signature);
    }
}
