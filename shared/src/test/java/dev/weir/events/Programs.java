package dev.weir.events;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates random events and random sets of topics. */
final class Programs {
    private static final List<String> TOPICS = List.of("a", "b", "c");

    private Programs() {}

    static Published event(Random random, int number) {
        String topic = TOPICS.get(random.nextInt(TOPICS.size()));
        return new Published(topic, number + "x".repeat(random.nextInt(10) == 0 ? 500 : random.nextInt(60)));
    }

    /** Returns a random set of topics. An empty set stands for all topics. */
    static Set<String> topics(Random random) {
        return TOPICS.stream().filter(topic -> random.nextInt(3) == 0).collect(Collectors.toUnmodifiableSet());
    }
}
