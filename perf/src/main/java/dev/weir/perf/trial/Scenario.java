package dev.weir.perf.trial;

import java.io.IOException;
import java.util.List;

/**
 * A question about servers, with the load that answers it and the server configuration that the load needs. One
 * instance runs a trial for each contender, one after the other.
 */
public interface Scenario {
    /**
     * The description of a scenario, for the report.
     *
     * @param id the name in the list of scenarios, such as S1
     * @param setting distinguishes the scenarios with the same id; empty if there is only one
     * @param unit the unit of work by which costs are divided, such as a request
     * @param choices how the scenario works and what it decides, in sentences
     */
    record Description(
            String id, String setting, String question, String unit, ServerPlan server, List<String> choices) {}

    Description description();

    void run(TrialStage stage) throws IOException, InterruptedException;
}
