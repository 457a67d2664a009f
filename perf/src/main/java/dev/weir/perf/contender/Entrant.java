package dev.weir.perf.contender;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A participant of a run: a contender, as it is or with one planted difference, which the run should find.
 *
 * <ul>
 *   <li>{@code async} is the contender.
 *   <li>{@code async#2} is the same contender again, for an A/A comparison.
 *   <li>{@code async+10%cpu} and {@code async+5%alloc} burn CPU or allocate on top.
 *   <li>{@code async+5ms} is behind a relay that delays requests, {@code async+0ms} behind one that does not.
 *   <li>{@code async@other} comes from another build.
 *   <li>{@code async~file-regions} runs without that bypass of the framework, a key of {@code weir.tuning}.
 * </ul>
 */
public record Entrant(Contender contender, Twist twist, int amount) {
    private static final Pattern LABEL = Pattern.compile("([a-z-]+?)(?:(#|\\+|@|~)(\\d*)(.*))?");

    /** The difference from the plain contender. */
    public enum Twist {
        NONE(""),
        AGAIN("#"),
        CPU("%cpu"),
        ALLOCATION("%alloc"),
        RELAY("ms"),
        OTHER("other"),
        NO_DIRECT_CALLS("~direct-calls"),
        NO_FILE_REGIONS("~file-regions"),
        NO_STREAM_CONNECTION("~stream-connection"),
        NO_SHARED_BUFFERS("~shared-buffers"),
        NO_SMALL_BUFFERS("~small-buffers"),
        NO_READER_BUFFER("~reader-buffer");

        private final String mark;

        Twist(String mark) {
            this.mark = mark;
        }
    }

    /**
     * Reads a label.
     *
     * @throws IllegalArgumentException when it names no contender or no twist
     */
    public static Entrant of(String label) {
        Matcher matcher = LABEL.matcher(label);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no contender " + label);
        }
        Contender contender = Contender.of(matcher.group(1));
        if (matcher.group(2) == null) {
            return new Entrant(contender, Twist.NONE, 0);
        }
        String mark = switch (matcher.group(2)) {
            case "#" -> "#";
            case "~" -> "~" + matcher.group(4);
            default -> matcher.group(4);
        };
        int amount = matcher.group(3).isEmpty() ? 0 : Integer.parseInt(matcher.group(3));
        for (Twist twist : Twist.values()) {
            Entrant entrant = new Entrant(contender, twist, amount);
            if (twist.mark.equals(mark) && entrant.label().equals(label) && entrant.isPossible()) {
                return entrant;
            }
        }
        throw new IllegalArgumentException("no such twist: " + label);
    }

    public String label() {
        return switch (twist) {
            case NONE -> contender.label();
            case AGAIN -> contender.label() + "#" + amount;
            case CPU, ALLOCATION, RELAY -> contender.label() + "+" + amount + twist.mark;
            case OTHER -> contender.label() + "@other";
            default -> contender.label() + twist.mark;
        };
    }

    /** Nothing can be planted in a peer, and this project does not build it. */
    private boolean isPossible() {
        return switch (twist) {
            case CPU, ALLOCATION, OTHER -> !contender.isPeer();
            case NONE, AGAIN, RELAY -> true;
            case NO_DIRECT_CALLS, NO_FILE_REGIONS, NO_STREAM_CONNECTION -> isTuned();
            case NO_SHARED_BUFFERS -> isTuned() && !contender.isTomcat();
            case NO_SMALL_BUFFERS, NO_READER_BUFFER -> isTuned() && contender.isTomcat();
        };
    }

    private boolean isTuned() {
        return !contender.isPeer() && !contender.label().endsWith("-idiomatic");
    }

    /** The key of the bypass that is off; empty when none is. */
    public String bypassOff() {
        return twist.mark.startsWith("~") ? "weir.tuning." + twist.mark.substring(1) : "";
    }

    /** The argument of the agent that plants a fault in the JVM; empty without one. */
    public String plant() {
        return switch (twist) {
            case CPU -> "cpu=" + amount;
            case ALLOCATION -> "alloc=" + amount;
            default -> "";
        };
    }

    /**
     * The entrant that this one is compared with, if it takes part.
     *
     * <p>A planted difference is compared with the plain contender. Repetitions are compared in pairs, so that their
     * intervals are independent. A variant is compared with the contender that it is a variant of, and every other one with
     * {@code usual}.
     */
    public Optional<Entrant> baseline(List<Entrant> all, Entrant usual) {
        Entrant baseline = switch (twist) {
            default -> new Entrant(contender, Twist.NONE, 0);
            case RELAY -> new Entrant(contender, Twist.RELAY, 0);
            case AGAIN ->
                amount == 2 ? new Entrant(contender, Twist.NONE, 0) : amount % 2 == 0 ? again(amount - 1) : this;
            case NONE ->
                all.contains(other()) ? other() : plain().filter(all::contains).orElse(usual);
            case OTHER -> this;
        };
        return Optional.of(baseline).filter(found -> !found.equals(this) && all.contains(found));
    }

    private Entrant again(int number) {
        return new Entrant(contender, Twist.AGAIN, number);
    }

    private Optional<Entrant> plain() {
        return contender.variantOf().map(of -> new Entrant(of, Twist.NONE, 0));
    }

    private Entrant other() {
        return new Entrant(contender, Twist.OTHER, 0);
    }

    @Override
    public String toString() {
        return label();
    }
}
