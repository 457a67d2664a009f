package dev.weir.perf.result;

/**
 * A prediction beside its measurement, and whether they agree within the margin of the plan.
 *
 * @param toleranceSeconds the margin as a time
 */
public record Verdict(double predictedSeconds, double measuredSeconds, double toleranceSeconds) {
    public static final double MARGIN = 0.05;

    public static Verdict ofResponse(Measured measured) {
        double predicted = measured.prediction().responseSeconds();
        return new Verdict(predicted, measured.responseTime().meanSeconds(), MARGIN * predicted);
    }

    /**
     * A wait may be predicted to be next to nothing, and a margin of that would judge the noise of a timer: then it is
     * a margin of the unloaded download.
     */
    public static Verdict ofWait(Measured measured) {
        double predicted = measured.prediction().waitSeconds();
        double unloaded = measured.unloadedResponseTime().meanSeconds();
        return new Verdict(predicted, measured.waitTime().meanSeconds(), MARGIN * Math.max(predicted, unloaded));
    }

    public boolean met() {
        return Math.abs(measuredSeconds - predictedSeconds) <= toleranceSeconds;
    }
}
