package dev.weir.signing;

import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Verifies signed links with the configured keys. Immutable. Does no I/O, so an event loop may call it. */
public final class SignedLinks {
    private final Map<String, SigningKey> keys;
    private final InstantSource clock;

    /**
     * The rights of a valid signed link: the plan that it grants, and the address to which it is restricted.
     *
     * @param plan the name of the plan, or null if the link names none
     * @param address the address or network that may use the link, or null if every address may use it
     */
    public record Grant(@Nullable String plan, @Nullable String address) {}

    private SignedLinks(Map<String, SigningKey> keys, InstantSource clock) {
        this.keys = keys;
        this.clock = clock;
    }

    /** Returns a {@code SignedLinks} without keys. It treats no request as a signed link. */
    public static SignedLinks none() {
        return new SignedLinks(Map.of(), InstantSource.system());
    }

    /**
     * Creates an instance with the configured keys. Blocks while it reads keys from files.
     *
     * @param clock decides whether a link has expired
     * @param failure creates the exception to throw for an invalid key. Its arguments are the key's id and the reason.
     *     The reason does not contain the key
     */
    public static SignedLinks of(
            SigningSettings settings, InstantSource clock, BiFunction<String, String, RuntimeException> failure) {
        Map<String, SigningKey> keys = new TreeMap<>();
        settings.keys().forEach((id, text) -> {
            if (!SignedLink.ID.matcher(id).matches()) {
                throw failure.apply(id, "an id has 1 to 64 letters, digits, '-' and '_'");
            }
            try {
                keys.put(id, SigningKey.parse(text));
            } catch (IllegalArgumentException e) {
                throw failure.apply(id, String.valueOf(e.getMessage()));
            }
        });
        return new SignedLinks(keys, clock);
    }

    /**
     * Returns whether a request with this query claims to be a signed link. Returns false if no key is configured,
     * because the fields of a link then have no meaning. The query may be null.
     */
    public boolean isLink(@Nullable String query) {
        return query != null && !keys.isEmpty() && SignedLink.isIn(query);
    }

    /**
     * Verifies the signature and the expiry of a signed link.
     *
     * @param path the path of the request as the client sent it
     * @param query the query of the request as the client sent it
     * @throws RefusedException with {@link Problem#INVALID_LINK} if the link is malformed, changed, expired or signed
     *     with an unknown key
     */
    public Grant verify(String path, String query) {
        SignedLink link = SignedLink.parse(path, query);
        SigningKey key = keys.get(link.key());
        SignedLink.require(key != null && key.isSignature(link.signature(), link.target()));
        SignedLink.require(!link.isExpired(clock.instant()));
        return link.grant();
    }
}
