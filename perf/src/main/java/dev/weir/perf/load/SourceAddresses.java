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

    /** Nobody reaches it who began at the first address and took less than eight million. */
    public static final String UPPER_HALF = "127.128.0.0/9";

    private int handedOut;

    /** From the first on. */
    public SourceAddresses() {
        this(0);
    }

    private SourceAddresses(int handedOut) {
        this.handedOut = handedOut;
    }

    /** Those of {@link #UPPER_HALF} only: for clients that the server is to know by their network. */
    public static SourceAddresses ofUpperHalf() {
        return new SourceAddresses((128 - 1) * DIGITS * DIGITS);
    }

    /** The next address, with a port of the kernel's choice. */
    public InetSocketAddress next() {
        int n = handedOut++;
        int low = n % DIGITS + 1;
        int middle = n / DIGITS % DIGITS + 1;
        int high = n / (DIGITS * DIGITS) % DIGITS + 1;
        return new InetSocketAddress(InetAddress.ofLiteral("127." + high + "." + middle + "." + low), 0);
    }
}
