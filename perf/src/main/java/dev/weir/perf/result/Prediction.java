package dev.weir.perf.result;

/**
 * What queueing arithmetic says before anything is measured.
 *
 * @param basis the arithmetic, for the reader
 */
public record Prediction(double responseSeconds, double waitSeconds, String basis) {

    /**
     * A closed loop in which a download holds one of few threads: users take turns, so a response lasts as many
     * downloads as there are users a thread. With a thread for each user it is one download.
     */
    public static Prediction threads(int users, int threads, double downloadSeconds) {
        double response = Math.max(1.0, (double) users / threads) * downloadSeconds;
        return new Prediction(
                response,
                response - downloadSeconds,
                users > threads
                        ? "N/T x D = %d/%d x %.3g s, wait (N/T - 1) x D".formatted(users, threads, downloadSeconds)
                        : "N <= T: nobody waits for a thread");
    }

    /** A download that waits without a thread lasts as long as when it is alone. */
    public static Prediction unloaded(Latency response, Latency wait) {
        return new Prediction(response.meanSeconds(), wait.meanSeconds(), "as unloaded");
    }

    /** Little's law: how many users the measured throughput and response time make; it must be all of them. */
    public static double usersByLittle(double downloadsPerSecond, double responseSeconds) {
        return downloadsPerSecond * responseSeconds;
    }
}
