package dev.weir.crosscheck;

import dev.weir.perf.ResultCommands;
import dev.weir.perf.result.Checks;
import picocli.CommandLine.Command;

/** Also computes the figures and targets of a cross-check again, from the {@link Turns} of its clients. */
@Command(name = "verify")
final class VerifyCommand extends ResultCommands.VerifyCommand {
    @Override
    protected Checks.Found again(Checks.Found written) {
        if (!written.part().startsWith(ControlCommand.CROSSCHECK)) {
            return super.again(written);
        }
        Checks checks = new Checks();
        checks.server(written.server());
        Turns turns = new Turns(written.raw());
        if (written.part().equals(ControlCommand.CROSSCHECK)) {
            ToolComparison.judge(turns, checks);
        } else {
            ScenarioCheck.judge(turns, checks);
        }
        return checks.of(written.part(), written.title(), written.description(), written.contender());
    }
}
