package dev.weir.perf;

import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of a program that measures. Prints each failure as one line. */
public final class Program {
    /** The exit code if results are invalid or missing. Picocli uses 1 for an exception and 2 for a usage error. */
    public static final int INVALID = 3;

    /** The exit code if a target is missed, a figure is wrong, or a known fault is not found. */
    public static final int REFUTED = 4;

    /** Runs the program, and then ends this JVM with the program's exit code. */
    public static void run(Object program, String[] arguments) {
        // Prevents the machine's locale from changing the format of numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(commandLine(program).execute(arguments));
    }

    public static CommandLine commandLine(Object program) {
        CommandLine commandLine = new CommandLine(program);
        Values.register(commandLine);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true); // users may type storms in lower case
        commandLine.setParameterExceptionHandler((e, _) -> refuse(e.getCommandLine(), reason(e)));
        commandLine.setExecutionExceptionHandler((e, command, _) -> {
            if (e instanceof BadUsageException) {
                return refuse(command, e.getMessage());
            }
            command.getErr().println("weir: " + message(e));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    private static int refuse(CommandLine command, @Nullable String reason) {
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + reason + "; see " + name + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static String reason(ParameterException e) {
        String problem = String.valueOf(e.getMessage()).replaceFirst("(?<=') \\(<?\\w+>?\\)", ""); // a field's name
        List<String> similar = e instanceof UnmatchedArgumentException extra ? extra.getSuggestions() : List.of();
        return similar.isEmpty() ? problem : problem + "; did you mean " + similar.getFirst() + "?";
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

    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Program.class.getPackage().getImplementationVersion();
            return new String[] {"weir " + (version == null ? "(not from a jar)" : version)};
        }
    }

    private Program() {}
}
