package dev.weir.contract.fault;

import dev.weir.contract.server.SuiteSettings;
import dev.weir.contract.server.TestLink;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out those {@link Fault}s that change how a server treats signed links. The faults change only links to files
 * and polls with {@code timeout=0}. If they changed links to streams, some tests would wait forever for the end of a
 * stream.
 */
final class LinkFaults {
    private static final String LINK_FIELD = "(sig|exp|kid)(=.*)?";

    private LinkFaults() {}

    static @Nullable String seen(Fault fault, String path, String query) {
        if (fault == Fault.LINK_TO_A_POLL_IS_IGNORED) {
            return query.contains("timeout=0") ? without(query, LINK_FIELD) : query;
        }
        if (!path.startsWith("/files")) {
            return query;
        }
        return switch (fault) {
            case LINK_IS_IGNORED -> without(query, LINK_FIELD);
            case LINK_IS_NOT_VERIFIED -> query.contains("kid=new&") ? signed(path, without(query, "sig=.*")) : query;
            default -> query;
        };
    }

    private static String signed(String path, String query) {
        return TestLink.sign(path + "?" + query, SuiteSettings.SIGNING_KEY).substring(path.length() + 1);
    }

    private static String without(String query, String field) {
        return Arrays.stream(query.split("&", -1))
                .filter(each -> !each.matches(field))
                .collect(Collectors.joining("&"));
    }
}
