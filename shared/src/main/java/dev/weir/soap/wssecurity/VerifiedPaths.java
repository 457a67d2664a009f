package dev.weir.soap.wssecurity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.apache.wss4j.common.ext.WSSecurityException;

/**
 * Remembers for some seconds which certificates have a valid certification path to a trusted certificate. Thread-safe.
 *
 * <p>A client sends the same certificate with every message. Without this class, each message would cost a verification
 * of the certificate's path. Failures are not remembered. For every message, {@link Trust#check} still checks whether
 * the client's certificate itself is expired or revoked. Each {@link Trust} has its own cache.
 */
final class VerifiedPaths {
    /**
     * How long a verified certification path is remembered. During this time the path counts as valid, even if the
     * certificate of the client's issuer expires.
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

    /** Runs {@code verification}, unless {@code path} is in the cache. Only paths of one certificate are cached. */
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
