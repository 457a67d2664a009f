package dev.weir.cluster;

/**
 * The global bucket. Its claim is the sum over the clients of this node. A client that wants less than its weight gets at
 * the current level is part of the base. The others are hungry, by their weights.
 *
 * <p>Each round thus computes a step of a max-min fair division: the level rises until the rate is used up, or all clients
 * have what they want.
 */
final class LeasedGlobal extends LeasedBucket {
    private long rate;
    private double base;
    private double hunger;
    private boolean active;

    LeasedGlobal() {
        super("*"); // no client has this name
    }

    /** Begins a new sum. */
    void begin(long newRate) {
        rate = newRate;
        base = 0;
        hunger = 0;
        active = false;
    }

    void add(LeasedShare client) {
        if (client.isActive()) {
            active = rate > 0;
            double wants = client.wants();
            if (Double.isInfinite(wants) || wants > client.weight() * lease().level()) {
                hunger += client.weight();
            } else {
                base += wants;
            }
        }
    }

    @Override
    boolean isActive() {
        return active;
    }

    /** Whether a claim is to be sent now. An idle node gives its lease back, for the others to use. */
    boolean isDue() {
        return active || sent().active();
    }

    @Override
    Claim claim() {
        if (!active) {
            return Claim.END;
        }
        return new Claim(rate, Math.min((long) base, rate), Math.round(hunger), 1, 0, 0, true);
    }
}
