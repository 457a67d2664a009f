package dev.weir.signing;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A signed link, which is the target of a request. The last field of its query is {@code sig}. The signature covers all
 * bytes of the target before {@code &sig=}. Immutable.
 *
 * @param target the signed part, which is the path and the query without {@code sig}
 * @param fields the values of {@code exp}, {@code kid}, {@code plan} and {@code addr} in the target, not decoded
 * @param signature the value of {@code sig}, not decoded
 */
record SignedLink(String target, Map<String, String> fields, String signature) {
    static final String EXPIRES = "exp";
    static final String KEY = "kid";
    static final String PLAN = "plan";
    static final String ADDRESS = "addr";
    private static final String SIGNATURE = "sig";

    /** Matches the ids of signing keys. */
    static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /** Matches a time in seconds since 1970, up to the year 5138. */
    private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,10}");

    private static final Set<String> NAMES = Set.of(EXPIRES, KEY, PLAN, ADDRESS, SIGNATURE);

    /**
     * Returns whether a request with this query claims to be a signed link. A link that has lost its signature counts,
     * too.
     */
    static boolean isIn(String query) {
        Set<String> names = new HashSet<>();
        for (String field : query.split("&", -1)) {
            names.add(name(field));
        }
        return names.contains(SIGNATURE) || (names.contains(EXPIRES) && names.contains(KEY));
    }

    /**
     * Parses the target of a request. Does not verify anything.
     *
     * @param path the path as the client sent it
     * @param query the query as the client sent it
     * @throws RefusedException if the last field is not {@code sig}, or if a field of a signed link occurs twice
     */
    static SignedLink parse(String path, String query) {
        int end = query.lastIndexOf('&');
        require(end > 0 && name(query.substring(end + 1)).equals(SIGNATURE));
        String signed = query.substring(0, end);
        Map<String, String> fields = fields(signed);
        require(!fields.containsKey(SIGNATURE));
        return new SignedLink(path + "?" + signed, fields, value(query.substring(end + 1)));
    }

    /**
     * Returns the values of the query fields that have a meaning in a signed link, by name. Ignores all other fields.
     *
     * @throws RefusedException if a field that has a meaning in a signed link occurs twice
     */
    static Map<String, String> fields(String query) {
        Map<String, String> fields = new HashMap<>();
        for (String field : query.split("&", -1)) {
            if (NAMES.contains(name(field))) {
                require(fields.put(name(field), value(field)) == null);
            }
        }
        return fields;
    }

    /**
     * Returns whether a target can be signed: it lacks {@code sig}, and has each other field of a signed link at most
     * once.
     */
    static boolean isUnambiguous(String target) {
        try {
            return !fields(target.substring(target.indexOf('?') + 1)).containsKey(SIGNATURE);
        } catch (RefusedException e) {
            return false;
        }
    }

    String key() {
        return fields.getOrDefault(KEY, "");
    }

    boolean isExpired(Instant now) {
        String seconds = fields.getOrDefault(EXPIRES, "");
        return !SECONDS.matcher(seconds).matches() || Long.parseLong(seconds) <= now.getEpochSecond();
    }

    SignedLinks.Grant grant() {
        return new SignedLinks.Grant(fields.get(PLAN), fields.get(ADDRESS));
    }

    private static String name(String field) {
        int end = field.indexOf('=');
        return end < 0 ? field : field.substring(0, end);
    }

    private static String value(String field) {
        int end = field.indexOf('=');
        return end < 0 ? "" : field.substring(end + 1);
    }

    static void require(boolean condition) {
        if (!condition) {
            throw new RefusedException(Problem.INVALID_LINK);
        }
    }
}
