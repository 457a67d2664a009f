package dev.weir.soap.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.network.Proxies;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The WSDL 1.1 description of the SOAP service, and its XML schema. The description contains the URL of the service,
 * with the scheme and host that the client used.
 */
public final class Wsdl {
    private static final String ADDRESS = "ADDRESS";
    private static final String TEXT = new String(read("calc.wsdl"), UTF_8);
    private static final byte[] SCHEMA = read(Operations.SCHEMA);

    private Wsdl() {}

    /**
     * Returns the WSDL description in UTF-8.
     *
     * @param request the absolute URI of the request
     * @param proxies finds the scheme and host that the client used
     * @param field returns the value of the header field with a given name, or null
     * @param remote the IP address of the connection's peer
     */
    public static byte[] of(
            URI request, Proxies proxies, Function<String, @Nullable String> field, InetAddress remote) {
        String address = proxies.origin(request, field, remote) + "/ws";
        String escaped = address.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
        return TEXT.replace(ADDRESS, escaped).getBytes(UTF_8);
    }

    /** Returns the XML schema of the SOAP service in UTF-8. */
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
