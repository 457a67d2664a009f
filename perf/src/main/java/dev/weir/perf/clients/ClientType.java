package dev.weir.perf.clients;

import dev.weir.perf.control.Tool;
import java.util.List;
import java.util.Locale;

/** The clients, each with its own defaults and what its users say to have an interrupted download resumed. */
public enum ClientType {
    /** A retry of its own begins again where that start began; what is resumed is resumed by the next start. */
    CURL(
            "curl",
            "--silent",
            "--show-error",
            "--fail",
            "--continue-at",
            "-",
            "--retry",
            "1",
            "--retry-all-errors",
            "-O"),
    WGET("wget", "--no-verbose", "-c"),
    /** Its own smallest part is 20 MiB: with that, 16 connections were one. */
    ARIA2("aria2c", "--quiet", "-x16", "-s16", "-k1M"),
    AXEL("axel", "--quiet"),
    /** Driven by its driver, which has its version. */
    CHROMIUM("chromedriver");

    private final String executable;
    private final List<String> arguments;

    ClientType(String executable, String... arguments) {
        this.executable = executable;
        this.arguments = List.of(arguments);
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<String> arguments() {
        return arguments;
    }

    /**
     * What starts it.
     *
     * @throws dev.weir.perf.control.Tool.MissingToolException when it is not installed
     */
    Tool find() {
        if (this == CHROMIUM) {
            Tool.find(label());
        }
        return Tool.find(executable);
    }
}
