package dev.weir.perf;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The text and the exit code of a command that a test has run. */
record Output(int code, String text) {
    /** Runs the program {@link Perf} in this JVM. Captures its standard output and its standard error. */
    static Output ofPerf(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        try {
            return new Output(
                    Program.commandLine(new Perf()).execute(arguments), bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    static Output of(Object command, String... arguments) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            return new Output(new CommandLine(command).execute(arguments), bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(before);
        }
    }
}
