package dev.weir.perf.result;

/**
 * What the server did and used in one second of the measured window.
 *
 * @param units of work done, as the generator counted them; the trial says of what
 * @param cpuSeconds of the server's process, with what its collector and its compilers used
 */
public record Slice(double seconds, double units, double cpuSeconds, double gcSeconds, double jitSeconds) {
    /** CPU of the server's own work. */
    double ownSeconds() {
        return cpuSeconds - gcSeconds - jitSeconds;
    }
}
