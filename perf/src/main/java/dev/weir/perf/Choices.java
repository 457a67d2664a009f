package dev.weir.perf;

import dev.weir.perf.result.Health;
import dev.weir.perf.result.Verdict;
import java.util.List;

/** What is decided before a run, one sentence each, for the plan that is printed then and repeated in the report. */
final class Choices {
    private static final String GATES =
            "A trial is invalid, and listed as such, after one wrong, short or long body, one status other than 200, one"
                    + " failed connection, a generator lag p99 over %.0f ms, %.0f %% or more of the generator's core"
                            .formatted(Health.MOST_LAG_SECONDS * 1e3, Health.MOST_CORE * 100)
                    + " used, or %.0f %% or more of the machine's time stolen.".formatted(Health.MOST_STEAL * 100);
    private static final String PROCESSES = "A fresh server JVM for every trial, alone on core 0; the generator on core"
            + " 1. The loopback interface: no network card, no latency, and the receiver's TCP work is partly paid by"
            + " the sender.";

    private Choices() {}

    static List<String> of(Scenario scenario, int blocks) {
        return List.of(
                blocks == 1
                        ? "One block, one trial of each contender: a look. Nothing here has an interval, and costs that"
                                + " differ by less than a half say nothing."
                        : blocks + " blocks of all contenders; the order within each is random.",
                ("Closed loop: %d users; each downloads %d KiB at %d KiB/s, compares every byte, and starts again at"
                                + " once. They start spread over %s.")
                        .formatted(
                                scenario.users(),
                                scenario.fileBytes() / 1024,
                                scenario.rateBytes() / 1024,
                                Progress.text(scenario.download())),
                "Every request has a connection of its own (Connection: close). With keep-alive a user's next request"
                        + " can be read by the thread that served the last one, past everybody who waits; with a"
                        + " connection each it queues, as the article's users did.",
                "Every request comes from a fresh address in 127.0.0.0/8, so that it is a client of its own with an"
                        + " empty bucket: the article limits each request too. An address that came back after a wait"
                        + " would find a full bucket, and its download would be one chunk shorter.",
                "Tomcat's pool has %d threads (blocking-many: %d). The global limit is off."
                        .formatted(scenario.threads(), scenario.threadsOf(Contender.BLOCKING_MANY)),
                ("The same warm-up for all: %s of %d users, which is as many as every contender can serve without a"
                                + " queue; then one user alone for %.1f s, which is the unloaded figure; then all users, %s to settle."
                                + " No trial is long enough to be sure that compilation is over.")
                        .formatted(
                                Progress.text(scenario.warmUp()),
                                scenario.threads(),
                                scenario.unloaded().toMillis() / 1e3,
                                Progress.text(scenario.settle())),
                "The measured window is %s, and %s where users queue for threads, three rounds of their turns. A"
                                .formatted(Progress.text(scenario.window()), Progress.text(scenario.queuedWindow()))
                        + " download counts in the window in which it ends.",
                "Times begin before the connection is asked for. Response ends with the last byte of the body, wait with"
                        + " the first byte of the status line.",
                ("Predicted: a download that holds one of T threads lasts N/T x D among N users; any other lasts as long"
                                + " as unloaded. Within %.0f %% is met; a wait is held to %.0f %% of the prediction or of an"
                                + " unloaded download, whichever is more.")
                        .formatted(Verdict.MARGIN * 100, Verdict.MARGIN * 100),
                PROCESSES,
                GATES);
    }

    static List<String> ofRates() {
        return List.of(
                ("All downloads run at once, each from an address of its own, at %d KiB/s; the bytes each client received"
                                + " in a window of exactly %s are counted, and every one is compared.")
                        .formatted(Rates.RATE_BYTES / 1024, Progress.text(Rates.WINDOW)),
                "T02: every client is within 0.5 % and one chunk of what its rate brings in the window.",
                "T03: in the same run a client with %d connections gets at most 1.02 times what one with a single"
                                .formatted(Rates.MANY)
                        + " connection gets.",
                "T07: at most 1.05 wake-ups a grant, and no empty poll, as the server counts them from its start to the"
                        + " end of the window.",
                "Where a download holds a thread, the pool has one for each.",
                PROCESSES,
                GATES + " A missed target does not make a trial invalid.");
    }
}
