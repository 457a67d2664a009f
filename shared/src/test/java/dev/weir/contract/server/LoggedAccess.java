package dev.weir.contract.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A line of the access log, in the combined format as docs/operating.md describes it. Shares no code with the server.
 */
public record LoggedAccess(
        String address,
        String client,
        String request,
        int status,
        long bytes,
        String agent,
        double seconds,
        String plan,
        String requestId) {
    private static final Pattern LINE =
            Pattern.compile("^(?<address>\\S+) - (?<client>\\S+) \\[\\d\\d/\\w{3}/\\d{4}(?::\\d\\d){3} \\+0000\\] "
                    + "\"(?<request>[^\"]*)\" (?<status>\\d{3}) (?<bytes>\\d+) \"[^\"]*\" \"(?<agent>(?:[^\"\\\\]|\\\\.)*)\" "
                    + "(?<seconds>\\d+\\.\\d{3}) (?<plan>\\S+) (?<id>\\S+)$");

    /** Returns a query field that no other request has. {@link #with} finds the log line of a request by this field. */
    public static String mark() {
        return "mark=" + UUID.randomUUID();
    }

    /** Waits for the only log line that contains the mark, and parses this line. */
    public static LoggedAccess with(String mark, RunningServer server) {
        AtomicReference<String> found = new AtomicReference<>("");
        Eventually.is("a line with " + mark, () -> {
            found.set(find(mark, server).orElse(""));
            return !found.get().isEmpty();
        });
        return parse(found.get());
    }

    /** Returns the only log line that contains the text, or empty if there is no such line yet. */
    public static Optional<String> find(String text, RunningServer server) {
        String[] lines = all(server).lines().filter(line -> line.contains(text)).toArray(String[]::new);
        assertThat(lines).hasSizeLessThanOrEqualTo(1);
        return lines.length == 0 ? Optional.empty() : Optional.of(lines[0]);
    }

    /** Returns all complete lines of the access log. */
    public static String all(RunningServer server) {
        try {
            String log = Files.readString(server.files().accessLog());
            return log.substring(0, log.lastIndexOf('\n') + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LoggedAccess parse(String line) {
        assertThat(line).matches(LINE);
        MatchResult parts = LINE.matcher(line).results().findFirst().orElseThrow();
        return new LoggedAccess(
                parts.group("address"),
                parts.group("client"),
                parts.group("request"),
                Integer.parseInt(parts.group("status")),
                Long.parseLong(parts.group("bytes")),
                parts.group("agent"),
                Double.parseDouble(parts.group("seconds")),
                parts.group("plan"),
                parts.group("id"));
    }
}
