package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.contract.cluster.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisPollTest {
    private static final Duration LOOKS = Duration.ofSeconds(10);

    @RegisterExtension
    static final RedisServer REDIS = RedisServer.start();

    /** A poll of Redis is due every 0.3 s. A poll that takes longer must be followed by another at once. */
    @Test
    void aPollThatMissesALookIsFollowedByAnotherAtOnce() {
        CompletableFuture<Boolean> first = new CompletableFuture<>();
        AtomicInteger polls = new AtomicInteger();
        AtomicInteger looks = new AtomicInteger();
        CompletableFuture<Integer> pollsBeforeTheNextLook = new CompletableFuture<>();
        try (RedisLink link = Links.to(REDIS)) {
            new RedisPoll(link, "tests", () -> {
                        boolean isFirst = polls.incrementAndGet() == 1;
                        return isFirst ? first : CompletableFuture.completedFuture(true);
                    })
                    .begin();
            link.timer().onLook(() -> {
                if (looks.incrementAndGet() == 3) {
                    first.complete(true);
                    link.timer()
                            .later(() -> pollsBeforeTheNextLook.complete(polls.get()), 0); // after the poll, in order
                }
            });
            assertThat(pollsBeforeTheNextLook).succeedsWithin(LOOKS).isEqualTo(2);
        }
    }

    /** A poll of Redis is due every 0.3 s. A poll that takes less time must not be followed by another at once. */
    @Test
    void aPollThatMissesNoLookIsNotFollowedByAnotherAtOnce() {
        AtomicInteger polls = new AtomicInteger();
        CompletableFuture<Integer> morePolls = new CompletableFuture<>();
        try (RedisLink link = Links.to(REDIS)) {
            new RedisPoll(link, "tests", () -> {
                        polls.incrementAndGet();
                        return CompletableFuture.completedFuture(true);
                    })
                    .begin();
            link.timer().onLook(() -> {
                int before = polls.get();
                link.timer().later(() -> morePolls.complete(polls.get() - before), 0);
            });
            assertThat(morePolls).succeedsWithin(LOOKS).isEqualTo(0);
        }
    }
}
