package dev.weir.perf.result;

import java.util.Map;

/**
 * What one trial of a download scenario measured.
 *
 * @param unloadedResponseTime of a single user, in the same process, before the load
 * @param responseTime from before the connection was asked for to the last byte
 * @param waitTime from the same instant to the first byte of the status line
 * @param bytesInWindow of bodies received in the window
 * @param bytesChecked compared with the file and found right, in all phases of the trial
 * @param meanRateError of the downloads' rates against the plan's; 0.01 is one per cent
 */
public record Measured(
        double windowSeconds,
        long downloads,
        long bytesInWindow,
        long bytesChecked,
        Latency unloadedResponseTime,
        Latency unloadedWaitTime,
        Latency responseTime,
        Latency waitTime,
        double meanRateError,
        double worstRateError,
        Map<String, Long> errors,
        ServerUse server,
        Health health,
        Prediction prediction) {

    public double downloadsPerSecond() {
        return downloads / windowSeconds;
    }
}
