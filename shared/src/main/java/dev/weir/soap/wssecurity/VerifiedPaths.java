package dev.weir.soap.wssecurity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.apache.wss4j.common.ext.WSSecurityException;

/**
 * Remembers for some seconds which certificates have a valid path to a trusted one, because a client sends the same
 * certificate with each message. Thread-safe.
 *
 * <p>Each {@link Trust} has its own object, so a changed trust store starts with an empty one. Only the path is
 * remembered. {@link Trust#check} still checks validity, revocation and acceptance of the certificate for each message.
 * A path that failed is verified again each time. Two certificates are the same if all their bytes are.
 */
final class VerifiedPaths {
    /** How long a verified path counts. An issuer's certificate that expires in this time still makes a path valid. */
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

    /** Runs the verification unless it has lately succeeded for the same certificate. */
    void verify(X509Certificate[] path, Verification verification) throws WSSecurityException {
        if (path.length != 1) { // not a usual message, which has one certificate
            verification.run();
        } else if (verified.getIfPresent(path[0]) == null) {
            verification.run();
            verified.put(path[0], true);
        }
    }

    /** The number of certificates that are remembered. */
    long size() {
        verified.cleanUp();
        return verified.estimatedSize();
    }

    /** Verifies a path, and throws if it is not valid. */
    @FunctionalInterface
    interface Verification {
        void run() throws WSSecurityException;
    }
}
