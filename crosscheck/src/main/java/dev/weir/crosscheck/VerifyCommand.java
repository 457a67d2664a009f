package dev.weir.crosscheck;

import dev.weir.perf.ResultCommands;
import dev.weir.perf.result.Checks;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * A {@code verify} command that also checks the reports of {@code ./weir crosscheck} and {@code ./weir stall}. Computes
 * the figures of a report again from the measured values in its file. The name of the file tells which figures the file
 * must contain.
 */
@Command(name = "verify")
final class VerifyCommand extends ResultCommands.VerifyCommand {
    @Override
    protected List<Checks.Found> again(String name, List<Checks.Found> written) {
        List<String> parts = written.stream().map(Checks.Found::part).toList();
        if (Stream.concat(Stream.of(name), parts.stream())
                .noneMatch(each -> each.startsWith(ControlCommand.CROSSCHECK) || each.equals(ControlCommand.STALL))) {
            // The other reports come from tests whose checks depend on options, servers and sizes.
            System.out.println(
                    "Not verified: whether " + name + ".json has all checks. Its list of checks is taken as it is.");
            return super.again(name, written);
        }
        if (!parts.equals(List.of(name))) {
            throw new IllegalArgumentException(
                    "%s.json should hold the report %s alone, but holds %s".formatted(name, name, parts));
        }
        Checks.Found found = written.getFirst();
        Checks checks = new Checks();
        checks.server(found.server());
        checks.errors(found.errors());
        if (name.equals(ControlCommand.STALL)) {
            StallTrial.judge(found.raw(), checks);
        } else if (name.equals(ControlCommand.CROSSCHECK)) {
            ToolComparison.judge(found.raw(), checks);
        } else {
            Crossed crossed = Crossed.ofReport(name);
            ScenarioCheck.judge(crossed, Turns.read(ScenarioCheck.names(crossed), found.raw()), checks);
        }
        return List.of(checks.of(name, found.title(), found.description(), found.contender()));
    }
}
