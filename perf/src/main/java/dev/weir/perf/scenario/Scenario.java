package dev.weir.perf.scenario;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.trial.ServerPlan;
import dev.weir.perf.trial.TrialStage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A load with its server plan. One instance runs the trials of all contenders, one after the other. */
public interface Scenario {
    /**
     * The scenario's description for the report.
     *
     * @param id the name in the list of scenarios, such as S1
     * @param setting tells it apart from others with the same id; empty when there is only one
     * @param question the question that it answers
     * @param unit the unit of work that slices count
     * @param choices the decisions of the plan in words
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

    /** The planned duration of a trial, to print the time left. */
    Duration planned(Contender contender);

    /** Runs one trial on an open stage, and adds its results to the stage's notes. */
    void run(TrialStage stage, Contender contender) throws IOException, InterruptedException;
}
