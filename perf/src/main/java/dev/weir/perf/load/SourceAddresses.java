package dev.weir.perf.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Addresses of 127.0.0.0/8 to download from, each handed out once.
 *
 * <p>To the server an address without a key is a client. One that comes back finds the tokens that filled up while it
 * was away, so its download would be shorter by a chunk; a fresh one starts with an empty bucket. Not thread-safe.
 */
public final class SourceAddresses {
    /** Neither 0 nor 255 in any place, and 127.0.x.x left to the servers. */
    private static final int DIGITS = 254;

    private int handedOut;

    /** The next address, with a port of the kernel's choice. */
    public InetSocketAddress next() {
        int n = handedOut++;
        int low = n % DIGITS + 1;
        int middle = n / DIGITS % DIGITS + 1;
        int high = n / (DIGITS * DIGITS) % DIGITS + 1;
        return new InetSocketAddress(InetAddress.ofLiteral("127." + high + "." + middle + "." + low), 0);
    }
}
