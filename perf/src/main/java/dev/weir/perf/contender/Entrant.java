package dev.weir.perf.contender;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who takes part in a run: a contender, as it is or with a fault that was planted to see whether it is found.
 *
 * <p>{@code async} is the contender; {@code async#2} the same once more, for A/A; {@code async+10%cpu} and {@code
 * async+5%alloc} burn or allocate so much on top; {@code async+5ms} is reached through a relay that holds requests back,
 * {@code async+0ms} through one that does not; {@code async@other} is the one of another build; {@code
 * async~file-regions} does without that bypass of the framework (a key of {@code weir.tuning}).
 */
public record Entrant(Contender contender, Twist twist, int amount) {
    private static final Pattern LABEL = Pattern.compile("([a-z-]+?)(?:(#|\\+|@|~)(\\d*)(.*))?");

    /** What makes it differ from the contender. */
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

    /** In a peer nothing is planted, and it is of no build of ours. */
    private boolean isPossible() {
        return switch (twist) {
            case CPU, ALLOCATION, OTHER -> !contender.isPeer();
            case NONE, AGAIN, RELAY -> true;
            case NO_DIRECT_CALLS, NO_FILE_REGIONS -> isTuned();
            case NO_SHARED_BUFFERS -> isTuned() && !contender.isTomcat();
            case NO_STREAM_CONNECTION, NO_SMALL_BUFFERS, NO_READER_BUFFER -> isTuned() && contender.isTomcat();
        };
    }

    private boolean isTuned() {
        return !contender.isPeer() && !contender.label().endsWith("-idiomatic");
    }

    /** The key that turns a bypass off; empty when all are used. */
    public String bypassOff() {
        return twist.mark.startsWith("~") ? "weir.tuning." + twist.mark.substring(1) : "";
    }

    /** What is planted in its JVM; empty when nothing is. */
    public String plant() {
        return switch (twist) {
            case CPU -> "cpu=" + amount;
            case ALLOCATION -> "alloc=" + amount;
            default -> "";
        };
    }

    /**
     * Whom it is compared with, if that one takes part: its own plain self; twins by pairs, so that their intervals are
     * independent; who differs from another in one thing, with that one; everybody else with {@code usual}.
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
