package dev.weir.clients;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** The sender of a request: an API key, or else an address and perhaps the plan that a signed link grants to it. */
final class Sender {
    /** The SHA-256 digest of the API key, or null if there is none. */
    final byte @Nullable [] digest;

    final InetAddress address;

    /** The name of the plan that a signed link grants, or null. Without a meaning if there is a key. */
    final @Nullable String granted;

    Sender(@Nullable String key, InetAddress address, @Nullable String granted) {
        this.digest = key == null ? null : ApiKey.sha256(key);
        this.address = address;
        this.granted = granted;
    }
}
