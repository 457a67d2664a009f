package dev.weir.soap.wssecurity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.apache.wss4j.common.ext.WSSecurityException;

/**
 * Caches for a short time which certificates have a valid path to a trusted certificate. Thread-safe.
 *
 * <p>A client sends the same certificate with each message, so the cache avoids most verifications. {@link
 * Trust#check} still checks each message. Failures are not cached. Each {@link Trust} has its own cache, so a changed
 * trust store starts with an empty cache.
 */
final class VerifiedPaths {
    /**
     * The time for which a verified path is cached. The path counts as valid for this time, even if an issuer's
     * certificate expires meanwhile.
     */
    private static final Duration KEPT = Duration.ofSeconds(10);

    private static final int MOST = 1_000;

    private final Cache<X509Certificate, Boolean> verified;

    VerifiedPaths() {
        this(MOST, Ticker.systemTicker());
    }

    VerifiedPaths(int most, Ticker clock) {
        verified = Caffeine.newBuilder()
                .maximumSize(most)
                .expireAfterWrite(KEPT)
                .ticker(clock)
                .executor(Runnable::run) // evicts on the calling thread
                .build();
    }

    /** Runs the verification, unless its success is cached for the same certificate. */
    void verify(X509Certificate[] path, Verification verification) throws WSSecurityException {
        if (path.length != 1) { // not a usual message, which has one certificate
            verification.run();
        } else if (verified.getIfPresent(path[0]) == null) {
            verification.run();
            verified.put(path[0], true);
        }
    }

    long size() {
        verified.cleanUp();
        return verified.estimatedSize();
    }

    @FunctionalInterface
    interface Verification {
        void run() throws WSSecurityException;
    }
}
