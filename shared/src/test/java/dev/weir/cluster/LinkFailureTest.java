package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class LinkFailureTest {
    @Test
    void aRefusalHasItsCode() {
        String text = "MISCONF Errors writing to the AOF file: No space left on device";
        assertThat(LinkFailure.of(new CompletionException(new RedisCommandExecutionException(text))))
                .isEqualTo(new LinkFailure(text, "MISCONF"));
        assertThat(LinkFailure.of(new RedisConnectionException("outer", new RedisCommandExecutionException("NOAUTH"))))
                .isEqualTo(new LinkFailure("NOAUTH", "NOAUTH"));
        assertThat(refusal("no code").code()).isEqualTo("ERR");
    }

    @Test
    void aSilenceHasNoCode() {
        assertThat(LinkFailure.of(null)).isEqualTo(new LinkFailure("no answer", null));
        assertThat(LinkFailure.of(new TimeoutException())).isEqualTo(new LinkFailure("no answer", null));
        assertThat(LinkFailure.of(new ConnectException("REFUSED"))).isEqualTo(new LinkFailure("REFUSED", null));
    }

    /** A refusal by Redis must be one short line in the log. Otherwise Redis could write lines of its own. */
    @Test
    void aRefusalIsOneShortLine() {
        LinkFailure failure = refusal("ERR a\r\nline\u001b[31m\u2028and " + "more ".repeat(1000));
        assertThat(failure.text()).startsWith("ERR a line [31m and more").hasSize(LinkFailure.MOST);
        assertThat(failure.code()).isEqualTo("ERR");
        assertThat(refusal("A".repeat(1000)).code()).isEqualTo("ERR");
    }

    /** If Redis does not know the command {@code AUTH}, its error repeats the password. The log must not show it. */
    @Test
    void aRefusalShowsNoPassword() {
        assertThat(refusal("ERR unknown command 'AUTH', with args beginning with: 'weir' 'secret\n' ")
                        .text())
                .isEqualTo("ERR unknown command 'AUTH'");
    }

    private static LinkFailure refusal(String text) {
        return LinkFailure.of(new RedisCommandExecutionException(text));
    }
}
