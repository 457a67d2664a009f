package dev.weir.cluster;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Warns if the Redis setting {@code maxmemory-policy} allows Redis to delete keys when its memory is full. */
public final class EvictionPolicy {
    private static final Pattern LIMIT = Pattern.compile("(?m)^maxmemory:([0-9]+)");
    private static final Pattern POLICY = Pattern.compile("(?m)^maxmemory_policy:([a-z-]+)");
    private static final String DROPS_NOTHING = "noeviction";

    private EvictionPolicy() {}

    /**
     * Returns a warning if Redis may delete keys when its memory is full. Returns an empty result if Redis deletes no
     * keys, has no memory limit, or does not answer. May block for more than a second ({@link RedisLink#PATIENCE}).
     */
    public static Optional<String> warning(RedisLink link) {
        try {
            String memory = link.run(redis -> redis.info("memory")).join();
            String policy = value(POLICY, memory).orElse(DROPS_NOTHING);
            boolean isLimited =
                    value(LIMIT, memory).filter(limit -> !limit.equals("0")).isPresent();
            return isLimited && !policy.equals(DROPS_NOTHING)
                    ? Optional.of("Redis at " + link.place()
                            + " may drop keys when its memory is full (maxmemory-policy " + policy
                            + "): events can then be lost, and SOAP messages replayed. Set it to noeviction")
                    : Optional.empty();
        } catch (CompletionException e) {
            return Optional.empty(); // Redis does not answer, which the link reports
        }
    }

    private static Optional<String> value(Pattern field, String memory) {
        Matcher found = field.matcher(memory);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
