package dev.weir.clients;

import java.net.InetAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the client of a request. If the request has an API key, the key identifies the client. Otherwise, the
 * address does, together with the plan (a set of limits) if a signed link grants a plan.
 */
final class Sender {
    /** The SHA-256 digest of the API key, or null if the request has no key. */
    final byte @Nullable [] digest;

    final InetAddress address;

    /** The name of the plan that a signed link grants, or null. Ignored if the request has an API key. */
    final @Nullable String granted;

    /** Receives the client as soon as it is known, even if the request is refused later. Must not block. */
    final Consumer<Client> found;

    Sender(@Nullable String key, InetAddress address, @Nullable String granted, Consumer<Client> found) {
        this.digest = key == null ? null : ApiKey.sha256(key);
        this.address = address;
        this.granted = granted;
        this.found = found;
    }
}
