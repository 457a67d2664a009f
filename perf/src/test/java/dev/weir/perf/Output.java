package dev.weir.perf;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** What a command said, and the code it ended with. */
record Output(int code, String text) {
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
