package dev.weir.clients;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request for tests without a server. It does not percent-decode its query parameters. */
public record TestRequest(String path, @Nullable String rawQuery, Map<String, String> fields, InetAddress remote)
        implements ClientRequest {
    /** Creates a request for a file from this IP address, without header fields. */
    public static TestRequest of(String address) {
        return new TestRequest("/files/any", null, Map.of(), InetAddress.ofLiteral(address));
    }

    @Override
    public List<String> query(String name) {
        return rawQuery == null
                ? List.of()
                : Arrays.stream(rawQuery.split("&", -1))
                        .filter(field -> field.startsWith(name + "="))
                        .map(field -> field.substring(name.length() + 1))
                        .toList();
    }

    @Override
    public @Nullable String field(String name) {
        return fields.get(name);
    }
}
