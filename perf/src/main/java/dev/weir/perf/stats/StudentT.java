package dev.weir.perf.stats;

/** Student's t distribution with a whole number of degrees of freedom. */
final class StudentT {
    private static final double LARGEST = 1e6;

    private StudentT() {}

    /** Within plus and minus what the given share of the distribution lies, such as 0.95. */
    static double twoSided(double share, int freedom) {
        double low = 0;
        double high = LARGEST;
        while (high - low > 1e-12 * high) {
            double middle = (low + high) / 2;
            if (within(middle, freedom) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The share within plus and minus t: the finite series 26.7.3 and 26.7.4 of Abramowitz and Stegun. */
    private static double within(double t, int freedom) {
        double angle = Math.atan(t / Math.sqrt(freedom));
        double cosine = Math.cos(angle);
        boolean odd = freedom % 2 == 1;
        double term = odd ? cosine : 1;
        double sum = 0;
        for (int power = odd ? 1 : 0; power <= freedom - 2; power += 2) {
            sum += term;
            term *= cosine * cosine * (power + 1) / (power + 2);
        }
        double series = Math.sin(angle) * sum;
        return odd ? (angle + series) * 2 / Math.PI : series;
    }
}
