package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** One load: what it asks, how a server is set up for it, and how one trial of it runs. */
public interface Scenario {
    /**
     * What a reader is told of a scenario.
     *
     * @param id as in the list of scenarios, such as S1
     * @param setting what tells it from others of the same id; empty when there is one only
     * @param question what it answers
     * @param unit what the slices count
     * @param choices what was decided, one sentence each, for the plan
     */
    record Description(String id, String setting, String question, String unit, List<String> choices) {}

    Description description();

    default String id() {
        return description().id();
    }

    default String setting() {
        return description().setting();
    }

    ServerPlan server(Contender contender);

    /** What a trial takes, for the time left. */
    Duration planned(Contender contender);

    /** Runs one trial on a stage that is set, and leaves in its notes what was found. */
    void run(Stage stage, Contender contender) throws IOException, InterruptedException;
}
