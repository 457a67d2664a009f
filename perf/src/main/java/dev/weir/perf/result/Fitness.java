package dev.weir.perf.result;

/**
 * How the generator and the machine were over the measured window.
 *
 * @param coreShare of the generator's core that its process used
 * @param stealShare of the machine's time that other guests got
 * @param calibrationSeconds which a fixed piece of work took just before
 */
public record Fitness(double coreShare, double stealShare, double calibrationSeconds) {
    public static final double MOST_LAG_SECONDS = 0.001;
    public static final double MOST_CORE = 0.80;
    public static final double MOST_STEAL = 0.02;
}
