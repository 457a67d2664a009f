package dev.weir.perf.contender;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A compared server: a {@link Contender}, either unchanged or with one known difference. A correct measurement finds
 * the difference, and finds none between two equal servers. The label names the difference:
 *
 * <ul>
 *   <li>{@code async} is the unchanged server.
 *   <li>{@code async#2} is the same server a second time, for an A/A comparison.
 *   <li>{@code async+10%cpu} uses 10 % more CPU time; {@code async+5%alloc} allocates 5 % more memory.
 *   <li>{@code async+5ms} is behind a proxy that delays each request by 5 ms; {@code async+0ms} is behind the same
 *       proxy without a delay.
 *   <li>{@code async!byte} answers with one wrong byte, {@code async!event} loses an event, {@code async!rate} sends at
 *       1.25 times the planned rate, and {@code async!burner} shares its core with a process that is always busy.
 *   <li>{@code async@other} is the same server from another build ({@code --other-jars}).
 *   <li>{@code async@aot} starts with the AOT cache that {@code ./weir servlet} makes.
 *   <li>{@code async~file-regions} runs without one optimization: {@code weir.tuning.file-regions} is off.
 * </ul>
 *
 * @param name the contender's label, or the name of a {@link JoinedServer}, without the difference
 */
public record Entrant(Contender contender, Twist twist, int amount, String name) {
    private static final Pattern LABEL = Pattern.compile("([a-z-]+)(\\D?(\\d*).*)");

    public enum Twist {
        NONE(""),
        AGAIN("#%d"),
        CPU("+%d%%cpu"),
        ALLOCATION("+%d%%alloc"),
        RELAY("+%dms"),
        WRONG_BYTE("!byte"),
        LOST_EVENT("!event"),
        WRONG_RATE("!rate"),
        BURNER("!burner"),
        OTHER("@other"),
        AOT("@aot"),
        NO_DIRECT_CALLS("~direct-calls"),
        NO_FILE_REGIONS("~file-regions"),
        NO_STREAM_CONNECTION("~stream-connection"),
        NO_SHARED_BUFFERS("~shared-buffers"),
        NO_ASCII_FIELDS("~ascii-fields"),
        NO_SMALL_BUFFERS("~small-buffers"),
        NO_READER_BUFFER("~reader-buffer");

        private final String suffix;

        Twist(String suffix) {
            this.suffix = suffix;
        }
    }

    public Entrant(Contender contender, Twist twist, int amount) {
        this(contender, twist, amount, contender.label());
    }

    public static Entrant of(JoinedServer server) {
        return new Entrant(Contender.JOINED, Twist.NONE, 0, server.name());
    }

    public static Entrant of(String label) {
        Matcher matcher = LABEL.matcher(label);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("there is no contender '" + label + "'");
        }
        Contender contender = Contender.of(matcher.group(1));
        int amount = matcher.group(3).isEmpty() ? 0 : Integer.parseInt(matcher.group(3));
        return Arrays.stream(Twist.values())
                .map(twist -> new Entrant(contender, twist, amount))
                .filter(entrant -> entrant.label().equals(label) && entrant.isPossible())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no contender or difference '" + label + "'"));
    }

    public String label() {
        return name + twist.suffix.formatted(amount);
    }

    /** Returns whether this server can have the difference {@code twist}. For instance, nginx has no AOT cache. */
    private boolean isPossible() {
        return switch (twist) {
            case CPU, ALLOCATION, OTHER -> !contender.isPeer();
            case AOT -> contender.isOfWeir();
            case NONE, AGAIN, RELAY, WRONG_BYTE, LOST_EVENT, WRONG_RATE, BURNER -> true;
            case NO_DIRECT_CALLS, NO_FILE_REGIONS, NO_STREAM_CONNECTION -> isTuned();
            case NO_SHARED_BUFFERS, NO_ASCII_FIELDS -> isTuned() && !contender.isTomcat();
            case NO_SMALL_BUFFERS, NO_READER_BUFFER -> isTuned() && contender.isTomcat();
        };
    }

    private boolean isTuned() {
        return !contender.isPeer() && !contender.isJetty() && !contender.label().endsWith("-idiomatic");
    }

    public Optional<String> jvmOption(Path agent) {
        return switch (twist) {
            case NONE, AGAIN, RELAY, WRONG_BYTE, LOST_EVENT, WRONG_RATE, BURNER, OTHER, AOT -> Optional.empty();
            case CPU -> Optional.of("-javaagent:" + agent + "=cpu=" + amount);
            case ALLOCATION -> Optional.of("-javaagent:" + agent + "=alloc=" + amount);
            default -> Optional.of("-Dweir.tuning." + twist.suffix.substring(1) + "=false");
        };
    }

    /**
     * Returns the server to compare this server with. Empty if there is none, or if {@code all} does not contain it.
     *
     * <ul>
     * <li>An unchanged server is compared with the first of these that is in {@code all}: its copy from another build
     * ({@code @other}), its {@link Contender#variantOf}, or {@code usual}.
     * <li>A delay such as {@code +5ms} is compared with {@code +0ms}.
     * <li>A copy with an even number is compared with the copy before it: {@code #4} with {@code #3}, and {@code #2}
     * with the original.
     * <li>Another build, {@code +0ms}, a fault such as {@code !byte}, and a copy with an odd number are not compared.
     * <li>A server with any other difference is compared with the unchanged server.
     * </ul>
     */
    public Optional<Entrant> baseline(List<Entrant> all, Entrant usual) {
        Entrant other = with(Twist.OTHER, 0);
        Entrant baseline = switch (twist) {
            default -> with(Twist.NONE, 0);
            case RELAY -> with(Twist.RELAY, 0);
            case AGAIN -> amount == 2 ? with(Twist.NONE, 0) : amount % 2 == 0 ? with(Twist.AGAIN, amount - 1) : this;
            case NONE ->
                all.contains(other)
                        ? other
                        : contender
                                .variantOf()
                                .map(of -> new Entrant(of, Twist.NONE, 0))
                                .filter(all::contains)
                                .orElse(usual);
            case OTHER, WRONG_BYTE, LOST_EVENT, WRONG_RATE, BURNER -> this;
        };
        return Optional.of(baseline).filter(found -> !found.equals(this) && all.contains(found));
    }

    private Entrant with(Twist another, int itsAmount) {
        return new Entrant(contender, another, itsAmount, name);
    }

    @Override
    public String toString() {
        return label();
    }
}
