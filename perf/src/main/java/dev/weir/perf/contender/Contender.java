package dev.weir.perf.contender;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A way of waiting that is measured: which jar, which model, how many threads. One more contender is one more line. */
public enum Contender {
    REACTIVE("reactive", "reactive-server", List.of()),
    /** As the reference documentation of Spring shows it: what the framework costs. So are the other three. */
    REACTIVE_IDIOMATIC("reactive-idiomatic", "reactive-server", List.of("--weir.style=idiomatic")),
    /** Responses signed by an elliptic key (P-256) instead of RSA-2048. */
    REACTIVE_EC("reactive-ec", "reactive-server", List.of("--weir.soap.signature-key=server-ec")),
    ASYNC("async", "servlet-baseline", List.of("--weir.model=async")),
    VIRTUAL("virtual", "servlet-baseline", List.of("--weir.model=virtual")),
    BLOCKING("blocking", "servlet-baseline", List.of("--weir.model=blocking")),
    ASYNC_IDIOMATIC("async-idiomatic", "servlet-baseline", List.of("--weir.model=async", "--weir.style=idiomatic")),
    VIRTUAL_IDIOMATIC(
            "virtual-idiomatic", "servlet-baseline", List.of("--weir.model=virtual", "--weir.style=idiomatic")),
    BLOCKING_IDIOMATIC(
            "blocking-idiomatic", "servlet-baseline", List.of("--weir.model=blocking", "--weir.style=idiomatic")),
    /** As many platform threads as connections: the good old threads that two of the articles argue for. */
    BLOCKING_MANY("blocking-many", "servlet-baseline", List.of("--weir.model=blocking")),
    /** The peer: one limit a connection, no clients, no fairness. */
    NGINX("nginx", "", List.of()),
    /** The peer in pushing events: nginx with the module of this name. */
    NCHAN("nchan", "", List.of()),
    /** The peer in SOAP calls: Spring-WS with its own security, on Tomcat. */
    STOCK("stock", "perf", List.of()),
    /** The article's first servlet, which sleeps in a pooled thread instead of waiting for an event. */
    SLEEPING("sleeping", "perf", List.of());

    private static final int SPARE_THREADS = 20;

    private final String label;
    private final String module;
    private final List<String> arguments;

    Contender(String label, String module, List<String> arguments) {
        this.label = label;
        this.module = module;
        this.arguments = arguments;
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

    /** What Java is told to run. */
    public List<String> program(Path jar) {
        return switch (this) {
            case STOCK -> List.of("-cp", jar.toString(), StockServer.class.getName());
            case SLEEPING -> List.of("-cp", jar.toString(), SleepingServer.class.getName());
            default -> List.of("-jar", jar.toString());
        };
    }

    /** Whether it runs on Tomcat, which has limits of its own. */
    public boolean isTomcat() {
        return module.equals("servlet-baseline") || module.equals("perf");
    }

    /** Whether who waits keeps a pooled thread to itself. */
    public boolean holdsThread() {
        return this == BLOCKING || this == BLOCKING_IDIOMATIC || this == BLOCKING_MANY || this == SLEEPING;
    }

    /** Whether those who wait for events are served by loops, and not each by a thread. */
    public boolean hasLoops() {
        return module.equals("reactive-server") || this == ASYNC || this == ASYNC_IDIOMATIC;
    }

    /** Whether it is no server of ours. */
    public boolean isPeer() {
        return this == STOCK || isNginx();
    }

    /** Whether it is nginx, with or without its module: no JVM. */
    public boolean isNginx() {
        return module.isEmpty();
    }

    /** Whom it differs from in one thing. */
    public Optional<Contender> variantOf() {
        return this == REACTIVE_EC ? Optional.of(REACTIVE) : Optional.empty();
    }

    /**
     * How many of so many can wait for events at once: where each holds one of {@code threads}, some of these are left to
     * who publishes.
     */
    public int listeners(int wanted, int threads) {
        return this == BLOCKING || this == BLOCKING_IDIOMATIC ? Math.min(wanted, threads - SPARE_THREADS) : wanted;
    }

    /** Threads in the pool, where the scenario gives {@code threads} to whoever does not bring its own number. */
    public int threads(int threads, int connections) {
        return this == BLOCKING_MANY ? connections + SPARE_THREADS : threads;
    }

    /** The arguments that make it this contender, with so many threads in Tomcat's pool. */
    public List<String> arguments(int threads) {
        List<String> all = new ArrayList<>(arguments);
        if (isTomcat()) {
            all.add("--server.tomcat.threads.max=" + threads);
        }
        return all;
    }

    @Override
    public String toString() {
        return label;
    }
}
