package dev.weir.clients;

import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the client of a request by its API key. Without a key, identifies the client by its address and, if a
 * signed link grants a plan, by this plan, too.
 */
final class Sender {
    /** The SHA-256 digest of the API key, or null if there is none. */
    final byte @Nullable [] digest;

    final InetAddress address;

    /** The name of the plan that a signed link grants, or null. Ignored if there is an API key. */
    final @Nullable String granted;

    /** Receives the client as soon as it is known, also if the request is then refused. Must not block. */
    final Consumer<Client> found;

    Sender(@Nullable String key, InetAddress address, @Nullable String granted, Consumer<Client> found) {
        this.digest = key == null ? null : ApiKey.sha256(key);
        this.address = address;
        this.granted = granted;
        this.found = found;
    }
}
