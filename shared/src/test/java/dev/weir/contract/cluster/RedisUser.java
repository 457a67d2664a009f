package dev.weir.contract.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The Redis user of a node, as {@code docs/scaling.md} asks for. The user has only the rights named there. */
public final class RedisUser {
    public static final String LOGIN = "weir:secret-of-weir";

    private static final Path PAGE = Path.of("../docs/scaling.md");
    private static final Pattern COMMANDS = Pattern.compile("needs the commands (.*?), on keys", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("`([A-Z]+)`");

    private RedisUser() {}

    /**
     * Returns the option with which Redis creates the user {@code weir}. The user may use only keys and channels with
     * this prefix.
     */
    public static String option(String prefix) {
        try {
            Matcher commands = COMMANDS.matcher(Files.readString(PAGE));
            if (!commands.find()) {
                throw new IllegalStateException(PAGE + " does not list the commands that a node needs");
            }
            String rights = COMMAND.matcher(commands.group(1))
                    .results()
                    .map(RedisUser::right)
                    .collect(Collectors.joining());
            return "--user weir on >secret-of-weir ~" + prefix + "* &" + prefix + "*" + rights;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String right(MatchResult command) {
        return " +" + command.group(1).toLowerCase(Locale.ROOT);
    }
}
