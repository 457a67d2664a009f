package dev.weir.contract.fault;

import dev.weir.contract.server.SuiteSettings;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Carries out those {@link Fault}s that change the header fields of a request. */
final class FaultyFields {
    private FaultyFields() {}

    static @Nullable String seen(Fault fault, String name, @Nullable String value) {
        if (value != null && fault == Fault.EVENT_COMES_TWICE && name.equalsIgnoreCase("Last-Event-ID")) {
            return before(value);
        }
        if (value != null
                && fault == Fault.EVENTS_ARE_PUBLISHED_BY_EVERY_KEY
                && name.equalsIgnoreCase("Authorization")) {
            return "Bearer " + SuiteSettings.PUBLISHER_KEY;
        }
        return value != null && hides(fault, name, value) ? null : value;
    }

    /** Returns the event id {@code id} with its last number reduced by 1. A last number of 0 stays. */
    private static String before(String id) {
        Matcher number = Pattern.compile("(.*-)([1-9][0-9]*)").matcher(id);
        return number.matches() ? number.group(1) + (Long.parseLong(number.group(2)) - 1) : id;
    }

    private static boolean hides(Fault fault, String name, String value) {
        boolean key = name.equalsIgnoreCase("X-API-Key") || name.equalsIgnoreCase("Authorization");
        return switch (fault) {
            case RANGE_IS_IGNORED -> name.equalsIgnoreCase("Range");
            case IF_RANGE_IS_IGNORED -> name.equalsIgnoreCase("If-Range");
            case UNKNOWN_KEY_IS_A_FRESH_CLIENT ->
                key && SuiteSettings.KEYS.stream().noneMatch(value::endsWith);
            case RIGHTS_ARE_IGNORED -> key && value.endsWith(SuiteSettings.GUEST_KEY);
            case BLOCKED_CLIENT_PASSES -> key && value.endsWith(SuiteSettings.BLOCKED_KEY);
            case EVENTS_IGNORE_THE_ORIGIN -> name.equalsIgnoreCase("Origin");
            case EVENTS_ARE_PUBLISHED_AGAIN -> name.equalsIgnoreCase("Idempotency-Key");
            default -> false;
        };
    }
}
