package dev.weir.watch.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestGuardTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET    | localhost:7070        |                              |                           | 200
            GET    | 127.0.0.1:7070        |                              |                           | 200
            GET    | [::1]:7070            |                              |                           | 200
            GET    |                       |                              |                           | 421
            GET    | example.org:7070      |                              |                           | 421
            GET    | localhost.example.org |                              |                           | 421
            GET    | local host            |                              |                           | 421
            GET    | a@example.org         |                              |                           | 421
            POST   | localhost:7070        | http://localhost:7070        | application/json          | 200
            POST   | example.org:7070      | http://example.org:7070      | application/json          | 421
            POST   | localhost:7070        |                              | application/json          | 403
            POST   | localhost:7070        | null                         | application/json          | 403
            POST   | localhost:7070        | http://example.org           | application/json          | 403
            POST   | localhost:7070        | http://localhost:8080        | application/json          | 403
            POST   | localhost:7070        | https://localhost:7070       | application/json          | 403
            POST   | localhost:7070        | http://localhost:7070        |                           | 415
            POST   | localhost:7070        | http://localhost:7070        | text/plain                | 415
            PUT    | localhost:7070        | http://localhost:7070        | application/json          | 405
            OPTIONS| localhost:7070        | http://example.org           |                           | 405
            """)
    void admitsOnlyRequestsOfItsOwnPage(
            String method, @Nullable String host, @Nullable String origin, @Nullable String type, int status) {
        assertThat(RequestGuard.status(method, host, origin, type)).isEqualTo(status);
    }
}
