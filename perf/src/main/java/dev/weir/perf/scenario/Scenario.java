package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One load: what it asks, how a server is set up for it, and how one trial of it runs. */
public interface Scenario {
    /** As in the list of scenarios, such as S1. */
    String id();

    /** What tells it from others of the same id; empty when there is one only. */
    String setting();

    /** What it answers, for the reader. */
    String question();

    /** What the slices count. */
    String unit();

    /** What was decided, one sentence each, for the plan. */
    List<String> choices();

    ServerPlan server(Contender contender);

    /** What a trial takes, for the time left. */
    Duration planned(Contender contender);

    /** Runs one trial on a stage that is set, and leaves in its notes what was found. */
    void run(Stage stage, Contender contender) throws IOException, InterruptedException;
}
