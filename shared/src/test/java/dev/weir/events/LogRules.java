package dev.weir.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.throttle.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tests that each event log must pass if only one thread uses it. */
interface LogRules {
    String EPOCH = "e";
    long MUCH = Long.MAX_VALUE;
    int ALL = Integer.MAX_VALUE;

    AnyLog.Maker logs();

    @Test
    default void e03_readsAsTheNaiveLogFromAnyCursor() {
        Seeds.forEach(300, random -> {
            int mostKept = 1 + random.nextInt(12);
            long mostKeptBytes = random.nextBoolean() ? MUCH : random.nextInt(2000);
            AnyLog naive = new NaiveLog(EPOCH, mostKept, mostKeptBytes);
            AnyLog log = logs().make(EPOCH, mostKept, mostKeptBytes);
            for (int step = 0; step < 60; step++) {
                Published event = Programs.event(random, step);
                String type = random.nextBoolean() ? null : "t";
                assertThat(log.append(event.topic(), type, event.data()))
                        .isEqualTo(naive.append(event.topic(), type, event.data()));
                for (int reads = random.nextInt(4); reads > 0; reads--) {
                    assertReadsTheSame(log, naive, random, step + 1);
                }
            }
        });
    }

    private static void assertReadsTheSame(AnyLog log, AnyLog naive, Random random, int last) {
        String id = (random.nextInt(8) == 0 ? "other-" : EPOCH + "-") + (random.nextInt(last + 3) - 1);
        long after = naive.cursor(id);
        assertThat(log.cursor(id)).as(id).isEqualTo(after);
        Set<String> topics = Programs.topics(random);
        int mostEvents = random.nextBoolean() ? ALL : 1 + random.nextInt(6);
        long mostBytes = random.nextBoolean() ? MUCH : 1 + random.nextInt(400);
        Batch expected = naive.read(after, topics, mostEvents, mostBytes);
        Batch batch = log.read(after, topics, mostEvents, mostBytes);
        assertThat(new String(batch.json(), UTF_8)).isEqualTo(new String(expected.json(), UTF_8));
        assertThat(new String(batch.sse(), UTF_8)).isEqualTo(new String(expected.sse(), UTF_8));
        assertThat(batch.cursor()).isEqualTo(expected.cursor());
        assertThat(batch.next()).isEqualTo(expected.next());
    }

    @Test
    default void e03_aClientThatFollowsGetsEachEventOnceInOrder() {
        Seeds.forEach(200, random -> {
            AnyLog log = logs().make(EPOCH, 1000, MUCH);
            List<Published> published = new ArrayList<>();
            List<Follower> followers = new ArrayList<>();
            for (int step = 0; step < 100; step++) {
                if (random.nextInt(20) == 0) {
                    followers.add(new Follower(published, Programs.topics(random), published.size()));
                }
                if (random.nextInt(4) > 0 || followers.isEmpty()) {
                    publish(log, published, Programs.event(random, step));
                } else {
                    Follower follower = followers.get(random.nextInt(followers.size()));
                    read(log, follower, 1 + random.nextInt(5), 1 + random.nextInt(500));
                }
            }
            followers.forEach(follower -> read(log, follower, ALL, MUCH));
            assertThat(followers).allMatch(follower -> follower.cursor() == published.size() && follower.gaps() == 0);
        });
    }

    @Test
    default void e04_aClientThatFallsBehindIsToldOnceAndThenGetsTheKeptEvents() {
        Seeds.forEach(200, random -> {
            int kept = 1 + random.nextInt(10);
            AnyLog log = logs().make(EPOCH, kept, MUCH);
            List<Published> published = new ArrayList<>();
            Follower follower = new Follower(published, Set.of(), random.nextInt(2) - 1);
            for (int round = 0; round < 10; round++) {
                for (int more = random.nextInt(2 * kept); more > 0; more--) {
                    publish(log, published, Programs.event(random, more));
                }
                int first = Math.max(published.size() - kept, 0) + 1;
                long before = follower.cursor();
                int gaps = follower.gaps();
                int events = follower.events();
                read(log, follower, ALL, MUCH);
                assertThat(follower.gaps() - gaps).isEqualTo(before < first - 1 ? 1 : 0);
                int last = published.size();
                assertThat(follower.events() - events).isEqualTo((int) (last - Math.max(before, first - 1)));
            }
        });
    }

    /** A read must move the reader's cursor past events of topics that the reader does not want. */
    @Test
    default void e05_theCursorMovesPastEventsOfOtherTopics() {
        AnyLog log = logs().make(EPOCH, 5, MUCH);
        log.append("a", null, "1");
        log.append("b", null, "2");
        log.append("b", null, "3");
        Batch first = log.read(0, Set.of("a"), ALL, MUCH);
        assertThat(first.size()).isOne();
        assertThat(first.cursor()).isEqualTo("e-3");
        assertThat(log.read(0, Set.of("a"), 1, MUCH).cursor())
                .as("cursor of a full batch")
                .isEqualTo("e-1");
        Batch nothing = log.read(0, Set.of("c"), ALL, MUCH);
        assertThat(nothing.size()).isZero();
        assertThat(nothing.cursor()).isEqualTo("e-3");
    }

    @Test
    default void e07_aBatchHasNoMoreThanWasAskedFor() {
        Seeds.forEach(200, random -> {
            AnyLog log = logs().make(EPOCH, 1 + random.nextInt(50), MUCH);
            for (int step = 0; step < 60; step++) {
                Published event = Programs.event(random, step);
                log.append(event.topic(), null, event.data());
            }
            int mostEvents = 1 + random.nextInt(20);
            int mostBytes = 1 + random.nextInt(1000);
            Batch batch = log.read(random.nextInt(60) - 1, Programs.topics(random), mostEvents, mostBytes);
            assertThat(batch.size()).isLessThanOrEqualTo(mostEvents);
            assertThat(batch.size() > 1 ? batch.sse().length : 0).isLessThanOrEqualTo(mostBytes);
        });
    }

    private static void publish(AnyLog log, List<Published> published, Published event) {
        log.append(event.topic(), null, event.data());
        published.add(event);
    }

    private static void read(AnyLog log, Follower follower, int mostEvents, long mostBytes) {
        follower.take(log.read(follower.cursor(), follower.topics, mostEvents, mostBytes));
    }
}
