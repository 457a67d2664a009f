package dev.weir.cluster;

import dev.weir.events.EventLog;
import io.lettuce.core.RedisException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.api.StatefulRedisConnection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;

public final class ForgetfulReader implements AutoCloseable {
    private final RedisLink link;
    private final EventLog copy;
    private final Thread thread;
    private volatile boolean closed;

    public ForgetfulReader(RedisLink link, EventLog copy) {
        this.link = link;
        this.copy = copy;
        this.thread = Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
        boolean isNew = true;
        while (!closed) {
            try (StatefulRedisConnection<String, String> connection = link.connect()) {
                SharedLog.State state = SharedLog.state(link);
                if (isNew) {
                    copy.restart(state.runs(), state.first());
                }
                long position = isNew ? state.first() - 1 : state.last(); // the planted fault
                isNew = false;
                follow(connection, position);
            } catch (RedisException | CompletionException e) {
                Thread.onSpinWait(); // tries again
            }
        }
    }

    private void follow(StatefulRedisConnection<String, String> connection, long from) {
        long position = from;
        while (!closed) {
            for (StreamMessage<String, String> message : SharedLog.read(link, connection, position)) {
                Map<String, String> event = message.getBody();
                String id = message.getId();
                position = Long.parseLong(id.substring(0, id.indexOf('-')));
                copy.copy(field(event, "e"), position, field(event, "t"), event.get("y"), field(event, "d"));
            }
        }
    }

    private static String field(Map<String, String> event, String name) {
        return Objects.requireNonNull(event.get(name), name);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
