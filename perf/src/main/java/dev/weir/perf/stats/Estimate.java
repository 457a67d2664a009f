package dev.weir.perf.stats;

import java.util.Arrays;

/** The mean of a few independent values, and its standard error. */
record Estimate(double mean, double error) {
    /** Of logarithms, and far below what any measurement tells apart. */
    private static final double ROUNDING = 1e-12;

    static Estimate of(double[] values) {
        int count = values.length;
        double mean = Arrays.stream(values).sum() / count;
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double error = Math.sqrt(squares / (count - 1) / count);
        return new Estimate(mean, error < ROUNDING ? 0 : error);
    }

    /** How many standard errors the mean lies above a value; without any spread that is infinitely many, or none. */
    double errorsAbove(double value) {
        double above = mean - value;
        return Math.abs(above) < ROUNDING ? 0 : above / error;
    }
}
