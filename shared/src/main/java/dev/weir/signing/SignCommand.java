package dev.weir.signing;

import dev.weir.network.Network;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** The command {@code sign} in the jars of both servers. It prints a signed link and starts no server. */
public final class SignCommand {
    private static final String NAME = "sign";
    private static final String USAGE = """
            usage: weir sign --key-id ID --key-file FILE --expires 3600s [--plan NAME] [--address ADDRESS] TARGET
            Prints TARGET with a signature. TARGET is /files, /files/..., /events or /events/next, percent-encoded as a
            client sends it, with or without a query. See docs/signed-urls.md.""";

    private static final Set<String> HELP = Set.of("--help", "-h");
    private static final int BAD_USAGE = 2;

    private static final String KEY_ID = "--key-id";
    private static final String KEY_FILE = "--key-file";
    private static final String EXPIRES = "--expires";
    private static final String PLAN = "--plan";
    private static final String ADDRESS = "--address";
    private static final String TARGET = "TARGET";
    private static final Set<String> OPTIONS = Set.of(KEY_ID, KEY_FILE, EXPIRES, PLAN, ADDRESS);

    private static final Duration LONGEST = Duration.ofDays(3650);
    /** Matches a plan's name if it needs no percent-encoding in a query. */
    private static final Pattern PLAN_NAME = Pattern.compile("[A-Za-z0-9._~-]{1,128}");

    private static final String ENCODED = "%[0-9A-Fa-f]{2}";
    /**
     * Matches the request targets that this command signs. A query with an apostrophe does not match. A browser would
     * percent-encode the apostrophe (WHATWG URL, 1.3), and the signature would become invalid.
     */
    private static final Pattern LINKABLE =
            Pattern.compile("(/files(/(" + ENCODED + "|[A-Za-z0-9._~!$&'()*+,;=:@/-]++)*+)?" + "|/events(/next)?)(\\?("
                    + ENCODED + "|[A-Za-z0-9._~!$&()*+,;=:@/?-]++)*+)?");

    /**
     * Matches a path segment {@code .} or {@code ..}. A browser would remove it, and the signature would become
     * invalid.
     */
    private static final Pattern DOTS = Pattern.compile("/(\\.|%2[Ee]){1,2}(/|\\?|$)");

    private final InstantSource clock;

    SignCommand(InstantSource clock) {
        this.clock = clock;
    }

    /** If the arguments begin with {@code sign}, runs the command and ends the process. Otherwise does nothing. */
    public static void runIfNamed(String... arguments) {
        if (arguments.length > 0 && arguments[0].equals(NAME)) {
            List<String> own = List.of(arguments).subList(1, arguments.length);
            System.exit(new SignCommand(InstantSource.system()).run(own, System.out, System.err));
        }
    }

    /**
     * Prints the signed link or the help to {@code out}, or an error message of one line to {@code err}.
     *
     * @return the exit status of the process
     */
    int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.stream().anyMatch(HELP::contains)) {
            out.println(USAGE);
            return 0;
        }
        try {
            out.println(link(parse(arguments)));
            return 0;
        } catch (BadUsageException e) {
            err.println("weir sign: " + e.getMessage() + "; see weir sign --help");
            return BAD_USAGE;
        }
    }

    /** Maps the name of each given option to its value, and {@link #TARGET} to the path and query to sign. */
    private static Map<String, String> parse(List<String> arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            String name = argument.startsWith("--") ? argument.split("=", 2)[0] : TARGET;
            require(name.equals(TARGET) || OPTIONS.contains(name), name + ": there is no such option");
            String value = argument;
            if (!name.equals(TARGET)) {
                boolean joined = argument.length() > name.length();
                require(joined || ++i < arguments.size(), name + ": needs a value");
                value = joined ? argument.substring(name.length() + 1) : arguments.get(i);
            }
            require(given.put(name, value) == null, name + ": is given twice");
        }
        return given;
    }

    private String link(Map<String, String> given) {
        String target = required(given, TARGET);
        require(
                LINKABLE.matcher(target).matches() && !DOTS.matcher(target).find(),
                "'" + target + "' is not /files, /files/..., /events or /events/next, percent-encoded");
        String id = required(given, KEY_ID);
        require(
                SignedLink.ID.matcher(id).matches(),
                KEY_ID + ": '" + id + "' is not an id of 1 to 64 letters, digits, '-' and '_'");
        StringBuilder link = new StringBuilder(target)
                .append(target.contains("?") ? '&' : '?')
                .append("exp=")
                .append(clock.instant().plus(expires(given)).getEpochSecond())
                .append("&kid=")
                .append(id);
        String plan = given.get(PLAN);
        if (plan != null) {
            require(
                    PLAN_NAME.matcher(plan).matches(),
                    PLAN + ": the name '" + plan + "' must be 1 to 128 letters, digits and . _ ~ -");
            link.append("&plan=").append(plan);
        }
        String address = given.get(ADDRESS);
        if (address != null) {
            read(ADDRESS, address, Network::parse);
            link.append("&addr=").append(address);
        }
        SigningKey key = read(KEY_FILE, required(given, KEY_FILE), file -> SigningKey.read(Path.of(file)));
        String unsigned = link.toString();
        require(SignedLink.isUnambiguous(unsigned), TARGET + ": the query already has exp, kid, plan, addr or sig");
        return unsigned + "&sig=" + key.sign(unsigned);
    }

    private static Duration expires(Map<String, String> given) {
        Duration time =
                read(EXPIRES, required(given, EXPIRES), text -> DurationStyle.detectAndParse(text, ChronoUnit.SECONDS));
        require(
                time.isPositive() && time.compareTo(LONGEST) <= 0,
                EXPIRES + ": must be more than 0s and at most " + LONGEST.toDays() + "d");
        return time;
    }

    private static String required(Map<String, String> given, String name) {
        String value = given.get(name);
        require(value != null, name + ": is missing");
        return value == null ? "" : value;
    }

    private static <T> T read(String name, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (InvalidPathException e) {
            throw new BadUsageException(name + ": is not a path of a file");
        } catch (IllegalArgumentException e) {
            throw new BadUsageException(name + ": " + e.getMessage());
        }
    }

    private static void require(boolean condition, @Nullable String otherwise) {
        if (!condition) {
            throw new BadUsageException(otherwise);
        }
    }

    private static final class BadUsageException extends RuntimeException {
        private static final long serialVersionUID = 1;

        BadUsageException(@Nullable String message) {
            super(message);
        }
    }
}
