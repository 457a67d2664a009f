package dev.weir.contract.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An HTTP response as the client received it. */
public final class Answer {
    private final int status;
    private final Map<String, List<String>> fields;
    private final byte[] body;

    Answer(int status, Map<String, List<String>> fields, byte[] body) {
        this.status = status;
        this.fields = fields;
        this.body = body;
    }

    public int status() {
        return status;
    }

    public void assertStatus(Integer... expected) {
        assertThat(status).as("status of %s", this).isIn((Object[]) expected);
    }

    public Map<String, List<String>> fields() {
        return fields;
    }

    public byte[] body() {
        return body.clone();
    }

    @Nullable
    public String field(String name) {
        List<String> values = fields.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
        assertThat(values).as("values of the field %s", name).hasSizeLessThanOrEqualTo(1);
        return values.isEmpty() ? null : values.getFirst();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Nullable
    public String member(String name) {
        Matcher member = Pattern.compile("\"" + name + "\"\\s*:\\s*(?:\"([^\"]*)\"|([0-9]+))")
                .matcher(text());
        if (!member.find()) {
            return null;
        }
        return member.group(1) == null ? member.group(2) : member.group(1);
    }

    /** Returns the JSON that this answer must have for {@code problem}, with this answer's request id if it has one. */
    public String textOf(Problem problem) {
        return withId(problem.json());
    }

    /** Returns an error's JSON with the request id of this answer added. Adds nothing if this answer has no id. */
    public String withId(String json) {
        return Problem.withId(json, field("X-Request-Id"));
    }

    public void assertRefusedWith(Problem problem) {
        assertThat(status).as("status of %s", this).isEqualTo(problem.status());
        assertThat(field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(text()).isEqualTo(textOf(problem));
        assertThat(problem.fields())
                .allSatisfy((name, value) -> assertThat(field(name)).isEqualTo(value));
    }

    @Override
    public String toString() {
        String content = body.length > 0 && status >= 400 ? ": " + text() : "";
        return status + " " + fields + ", " + body.length + " bytes" + content;
    }
}
