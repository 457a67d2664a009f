package dev.weir.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.clients.Proxies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The description of the service (WSDL 1.1), with the address by which the one who asks reaches it, and its schema. */
public final class Wsdl {
    private static final String ADDRESS = "ADDRESS";
    private static final String TEXT = new String(read("calc.wsdl"), UTF_8);
    private static final byte[] SCHEMA = read(Operations.SCHEMA);

    private Wsdl() {}

    /**
     * The description.
     *
     * @param request what was asked for, with scheme and authority
     * @param field the value of the request's header field by name, or null
     * @param remote who is at the other end of the connection
     */
    public static byte[] of(
            URI request, Proxies proxies, Function<String, @Nullable String> field, InetAddress remote) {
        String address = proxies.origin(request, field, remote) + "/ws";
        String escaped = address.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        return TEXT.replace(ADDRESS, escaped).getBytes(UTF_8);
    }

    /** The XML schema. */
    public static byte[] schema() {
        return SCHEMA.clone();
    }

    private static byte[] read(String name) {
        try (InputStream text = Objects.requireNonNull(Wsdl.class.getResourceAsStream(name))) {
            return text.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
