package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.Eventually;
import dev.weir.contract.RedisServer;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.protocol.AsyncCommand;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SentCommandsTest {
    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    /** If this fails, the arguments of all commands stay in memory until the next look. */
    @Test
    void anAnsweredCommandDoesNotStayInMemory() {
        try (RedisLink link = Links.to(REDIS);
                StatefulRedisConnection<String, String> open = link.connect()) {
            SentCommands sent = new SentCommands(link.state(), System::nanoTime);
            WeakReference<?> answered = answered(sent, open);
            Eventually.is("an answered command that is gone", () -> {
                System.gc();
                return answered.get() == null;
            });
            sent.end(RedisLink.PATIENCE); // the queue is in memory until here
        }
    }

    private static WeakReference<?> answered(SentCommands sent, StatefulRedisConnection<String, String> open) {
        AsyncCommand<String, String, String> command = RedisLinkTest.command();
        var reply = sent.send(open, _ -> command);
        command.complete("OK");
        assertThat(reply).isCompletedWithValue("OK");
        return new WeakReference<>(command);
    }
}
