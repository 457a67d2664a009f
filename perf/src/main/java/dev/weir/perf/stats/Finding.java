package dev.weir.perf.stats;

/** What may be said of a ratio of costs, given the margin within which two costs count as equal. */
public enum Finding {
    /** Within the margin: two one-sided tests reject at 5 % that it is outside, above or below (TOST). */
    EQUAL,
    /** Less than the baseline, by more than the margin. */
    CHEAPER,
    /** More than the baseline, by more than the margin. */
    DEARER,
    /** More blocks might tell. */
    NOT_DECIDED;

    private static final double MARGIN = 1.05;
    private static final double SIGNIFICANT = 0.05;

    /** The ratios that count as equal: five per cent more, for either of the two. */
    public static final Ratio.Interval BAND = new Ratio.Interval(1 / MARGIN, MARGIN);

    /** Of a ratio that stands alone. */
    public static Finding of(Ratio ratio) {
        return of(ratio, ratio.probabilityOfOne());
    }

    /** Of one ratio among several, with the probability that {@link Holm} adjusted. */
    public static Finding of(Ratio ratio, double probabilityOfOne) {
        if (ratio.interval90().within(BAND)) {
            return EQUAL;
        }
        if (probabilityOfOne > SIGNIFICANT || BAND.contains(ratio.value())) {
            return NOT_DECIDED;
        }
        return ratio.value() < 1 ? CHEAPER : DEARER;
    }
}
