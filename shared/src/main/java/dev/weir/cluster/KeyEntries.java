package dev.weir.cluster;

import dev.weir.clients.ApiKey;
import dev.weir.clients.keys.Assignment;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The changed API keys that Redis has, or that a server process remembers. Immutable.
 *
 * <p>An entry is the time of the last change of a key, a blank, and the {@link Assignment} as text. If the change
 * removed the key, the entry is only the time. So if two entries of one key differ, the change with the later time is
 * the last one. An entry without a time, from an older build, has the time 0.
 *
 * @param last the random name of the last change; empty if there was none, or {@link #UNKNOWN}
 * @param newest the time of the last change, in microseconds since 1970
 * @param forgotten Redis may have no entry for a key that was removed before this time
 * @param entries maps the SHA-256 digest of each key to the key's entry
 */
record KeyEntries(String last, long newest, long forgotten, Map<String, String> entries) {
    /** The value of {@link #last} if the name of the last change is not known. No change has this name. */
    static final String UNKNOWN = "?";

    static final KeyEntries NONE = new KeyEntries(UNKNOWN, 0, 0, Map.of());
    /** The field for {@link #last} in the hash on Redis. */
    static final String LAST = "last";

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern ENTRY = Pattern.compile("(\\d{1,18})(?: (.*))?");
    private static final Logger log = LoggerFactory.getLogger(KeyEntries.class);

    /**
     * Reads the fields of the hash on Redis. Ignores fields whose name is neither a digest nor one of {@code last},
     * {@code newest} and {@code forgotten}.
     */
    static KeyEntries of(Map<String, String> hash) {
        Map<String, String> entries = new HashMap<>(hash);
        entries.keySet().removeIf(field -> !DIGEST.matcher(field).matches());
        return new KeyEntries(
                hash.getOrDefault(LAST, ""),
                time(hash.getOrDefault("newest", "")),
                time(hash.getOrDefault("forgotten", "")),
                Map.copyOf(entries));
    }

    /** Returns a single entry. The name of the last change is unknown. */
    static KeyEntries of(String digest, String entry) {
        return new KeyEntries(UNKNOWN, time(entry), 0, Map.of(digest, entry));
    }

    private static long time(String entry) {
        Matcher matcher = ENTRY.matcher(entry);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }

    /** Returns the {@link Assignment} of an entry as text, or null if the key is removed. */
    private static @Nullable String text(String entry) {
        Matcher matcher = ENTRY.matcher(entry);
        return matcher.matches() ? matcher.group(2) : entry;
    }

    private static boolean isRevocation(String entry) {
        return Assignment.REVOKED.text().equals(text(entry));
    }

    /** Returns whether {@code ours} is later than {@code theirs}. If the times are equal, a revocation is later. */
    private static boolean isLater(String ours, String theirs) {
        return time(ours) > time(theirs) || (time(ours) == time(theirs) && isRevocation(ours) && !isRevocation(theirs));
    }

    /** Returns the entry of a key, or an empty text if there is none. */
    String entry(String digest) {
        return entries.getOrDefault(digest, "");
    }

    /**
     * Returns the entries that {@code redis} has lost:
     * <ul>
     * <li>Each entry of this process that is later than the key's entry in {@code redis}.
     * <li>Each revocation of a key that {@code redis} does not contain.
     * <li>Each other entry of a key that {@code redis} does not contain, unless the entry is from before
     *     {@code redis.forgotten}. The key of such an entry may have been removed since.
     * <li>A removal of each key that has no entry in this process, but a plan from before {@link #forgotten} in
     *     {@code redis}. This process has forgotten that the key was removed. Such removals are returned only if
     *     {@code redis.forgotten} is earlier than {@code forgotten}.
     * </ul>
     */
    Map<String, String> lostOn(KeyEntries redis) {
        Map<String, String> lost = new HashMap<>(entries);
        lost.entrySet().removeIf(ours -> {
            String theirs = redis.entries.get(ours.getKey());
            return theirs == null
                    ? time(ours.getValue()) < redis.forgotten // the key may have been removed since
                            && !isRevocation(ours.getValue())
                    : !isLater(ours.getValue(), theirs);
        });
        if (redis.forgotten < forgotten) {
            redis.entries.forEach((digest, entry) -> {
                boolean hasPlan = text(entry) != null && !isRevocation(entry);
                if (hasPlan && !entries.containsKey(digest) && time(entry) < forgotten) {
                    lost.put(digest, Long.toString(forgotten));
                }
            });
        }
        return Map.copyOf(lost);
    }

    /**
     * Returns {@code redis} and the entries that {@code redis} has {@link #lostOn lost}. If it has lost any,
     * {@link #last} of the result is {@link #UNKNOWN}.
     */
    KeyEntries merge(KeyEntries redis) {
        Map<String, String> lost = lostOn(redis);
        Map<String, String> all = new HashMap<>(redis.entries);
        all.putAll(lost);
        return new KeyEntries(
                lost.isEmpty() ? redis.last : UNKNOWN,
                Math.max(newest, redis.newest),
                Math.max(forgotten, redis.forgotten),
                Map.copyOf(all));
    }

    /** Decodes the entries of all keys that are not removed. */
    Map<ApiKey, Assignment> assignments() {
        Map<ApiKey, Assignment> assignments = new HashMap<>();
        entries.forEach((digest, entry) -> {
            Assignment assignment = assignment(entry);
            if (assignment != null) {
                assignments.put(ApiKey.parse("{sha256}" + digest), assignment);
            }
        });
        return Map.copyOf(assignments);
    }

    /**
     * Decodes an entry. Returns null if the key is removed. Returns {@link Assignment#REVOKED} for a damaged entry,
     * because the entry may have been a revocation.
     */
    private static @Nullable Assignment assignment(String entry) {
        String text = text(entry);
        try {
            return text == null ? null : Assignment.parse(text);
        } catch (IllegalArgumentException e) {
            log.warn("what Redis keeps about a key is damaged: '{}'; the key is not accepted", entry);
            return Assignment.REVOKED;
        }
    }
}
