package dev.weir.perf.control;

/** A tool to compare with is not installed on this machine. */
public final class MissingToolException extends RuntimeException {
    /** As a shell's for a command that is not there. */
    public static final int EXIT_CODE = 127;

    private static final long serialVersionUID = 1;

    MissingToolException(String name) {
        super(name + " is not installed: ./weir tools installs it");
    }
}
