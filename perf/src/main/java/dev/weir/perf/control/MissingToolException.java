package dev.weir.perf.control;

/** A tool to compare with is not installed on this machine. */
public final class MissingToolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MissingToolException(String name) {
        super(name + " is not installed: ./weir tools installs it");
    }
}
