package dev.weir.perf;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A way of waiting that is measured: which jar, which model, how many threads. One more contender is one more line. */
public enum Contender {
    REACTIVE("reactive", "reactive-server", ""),
    ASYNC("async", "servlet-baseline", "async"),
    VIRTUAL("virtual", "servlet-baseline", "virtual"),
    BLOCKING("blocking", "servlet-baseline", "blocking"),
    /** As many platform threads as connections: the good old threads that two of the articles argue for. */
    BLOCKING_MANY("blocking-many", "servlet-baseline", "blocking");

    private static final int SPARE_THREADS = 10;

    private final String label;
    private final String module;
    private final String model;

    Contender(String label, String module, String model) {
        this.label = label;
        this.module = module;
        this.model = model;
    }

    /**
     * The contender of this name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Contender of(String label) {
        return Arrays.stream(values())
                .filter(contender -> contender.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender " + label));
    }

    /** Its name in every result. */
    public String label() {
        return label;
    }

    public Path jar(Path modules) {
        return modules.resolve(Path.of(module, "target", module + ".jar"));
    }

    /** Whether a download keeps a pooled thread to itself until its last byte. */
    public boolean holdsThread() {
        return model.equals("blocking");
    }

    /** Threads in the pool, where the scenario gives {@code threads} to whoever does not bring its own number. */
    public int threads(int threads, int connections) {
        return this == BLOCKING_MANY ? connections + SPARE_THREADS : threads;
    }

    /** The arguments that make it this contender, with so many threads in Tomcat's pool. */
    public List<String> arguments(int threads) {
        if (model.isEmpty()) {
            return List.of();
        }
        return List.of("--weir.model=" + model, "--server.tomcat.threads.max=" + threads);
    }

    @Override
    public String toString() {
        return label;
    }
}
