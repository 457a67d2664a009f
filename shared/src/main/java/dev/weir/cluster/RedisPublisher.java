package dev.weir.cluster;

import dev.weir.clients.Client;
import dev.weir.events.Publication;
import dev.weir.events.Publisher;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes events to the event log on Redis. A call succeeds when Redis has stored all events of the call.
 *
 * <p>If Redis does not answer in time, Redis may have stored the events or not. The client gets
 * {@link Problem#UNAVAILABLE} and should retry with the same {@code Idempotency-Key}. Redis stores the events and the
 * key in one step, so a retry within {@link Publisher#REMEMBERED} does not store the events again.
 */
public final class RedisPublisher implements Publisher {
    private static final Logger log = LoggerFactory.getLogger(RedisPublisher.class);

    private final RedisLink link;
    private final int mostEvents;
    private final long mostBytes;

    /**
     * @param mostEvents the maximum number of events that Redis keeps
     * @param mostBytes the maximum size of all these events together, in bytes
     */
    public RedisPublisher(RedisLink link, int mostEvents, long mostBytes) {
        this.link = link;
        this.mostEvents = mostEvents;
        this.mostBytes = mostBytes;
    }

    @Override
    public CompletableFuture<Ids> publish(Client client, List<Publication> what, @Nullable String idempotencyKey) {
        Publisher.checkKey(idempotencyKey);
        List<String> arguments = new ArrayList<>(List.of(
                SharedLog.newEpoch(),
                Integer.toString(mostEvents),
                Long.toString(mostBytes),
                idempotencyKey == null ? "0" : Long.toString(REMEMBERED.toMillis())));
        for (Publication event : what) {
            arguments.add(event.topic());
            arguments.add(event.data());
            arguments.add(event.type() == null ? "" : event.type());
        }
        List<String> keys = SharedLog.keys(
                idempotencyKey == null
                        ? "events:once"
                        : "events:once:" + digest(client.name() + "\n" + idempotencyKey));
        return SharedLog.PUBLISH
                .<String>run(link, ScriptOutputType.VALUE, keys, arguments.toArray(String[]::new))
                .thenApply(Ids::parse)
                .exceptionally(failure -> {
                    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                    if (cause instanceof RedisCommandExecutionException refusal) { // for example, its memory is full
                        log.warn(
                                "Redis at {} takes no event: {}",
                                link.place(),
                                LinkFailure.of(refusal).text());
                    }
                    throw new RefusedException(Problem.UNAVAILABLE);
                });
    }

    private static String digest(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has it
        }
    }
}
