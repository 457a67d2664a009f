package dev.weir.perf;

import dev.weir.perf.bench.BenchCommand;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The main class of the performance comparison. {@code ./weir --help} lists its commands. */
@Command(
        name = "weir",
        description = "Compares threading models of the HTTP server, and reports what each costs.",
        scope = CommandLine.ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Perf.Version.class,
        subcommands = {
            CompareCommand.class,
            TrialCommands.ControlsCommand.class,
            ControlCommand.StallCommand.class,
            ControlCommand.CrossCheckCommand.class,
            TrialCommands.StormsCommand.class,
            ClusterCommand.class,
            CallCommand.class,
            ResultCommands.VerifyCommand.class,
            ResultCommands.DiffCommand.class,
            PublishCommand.class,
            BenchCommand.class
        })
public final class Perf {
    /** The exit code if results are invalid or missing. Picocli uses 1 for an exception and 2 for a usage error. */
    static final int INVALID = 3;

    static final int REFUTED = 4;

    public static void main(String[] arguments) {
        // Prevents the machine's locale from changing the format of numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Perf());
        Values.register(commandLine);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true); // users may type storms in lower case
        commandLine.setParameterExceptionHandler((e, _) -> refuse(e.getCommandLine(), reason(e)));
        commandLine.setExecutionExceptionHandler((e, command, _) -> {
            if (e instanceof BadUsageException) {
                return refuse(command, e.getMessage());
            }
            System.err.println("weir: " + message(e));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    private static int refuse(CommandLine command, @Nullable String reason) {
        String name = command.getCommandSpec().qualifiedName();
        System.err.println(name + ": " + reason + "; see " + name + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static String reason(ParameterException e) {
        String suggestion = e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions().stream()
                        .findFirst()
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("")
                : "";
        return e.getMessage() + suggestion;
    }

    private static String message(Throwable e) {
        if (e instanceof UncheckedIOException && e.getCause() != null) {
            return message(e.getCause());
        }
        if (e instanceof NoSuchFileException missing) {
            return "there is no file " + missing.getFile();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Perf.class.getPackage().getImplementationVersion();
            return new String[] {"weir " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
