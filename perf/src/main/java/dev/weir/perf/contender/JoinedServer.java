package dev.weir.perf.contender;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that the user adds to a run: its name, and the shell command that starts it. The command must run the
 * server in the foreground. A trial replaces {@code {port}} and the other {@link Setting}s in the command.
 */
public record JoinedServer(String name, String command) {
    private static final Pattern NAME = Pattern.compile("[a-z]+(-[a-z]+)*");
    private static final Pattern SETTING = Pattern.compile("\\{([a-z-]+)}");

    /** The settings that a trial passes to a server. Rates are in bytes per second, and a rate of 0 means no limit. */
    public enum Setting {
        /** The server must listen on this port of 127.0.0.1. */
        PORT,
        /** The server must serve the files of this folder, under {@code /files/}. */
        FOLDER,
        /** The rate limit of each client. All connections from one IP address are one client. */
        RATE,
        /** The rate limit of all clients together. */
        GLOBAL_RATE,
        /** The longest time, in milliseconds, that the server may let pass between two parts of a download. */
        CHUNK_MILLIS,
        /** The maximum number of connections that the load generator opens. */
        CONNECTIONS,
        /** The number of processor cores that the server may use. */
        PROCESSORS,
        /** The key with which clients publish events, in the header {@code Authorization: Bearer KEY}. */
        KEY;

        static Setting of(String name) {
            return Arrays.stream(values())
                    .filter(setting -> setting.toString().equals("{" + name + "}"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "there is no {" + name + "}, but " + Arrays.toString(values())));
        }

        @Override
        public String toString() {
            return "{" + name().toLowerCase(Locale.ROOT).replace('_', '-') + "}";
        }
    }

    public JoinedServer {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("a name has small letters and hyphens, unlike '" + name + "'");
        }
        if (Arrays.stream(Contender.values()).anyMatch(known -> known.label().equals(name))) {
            throw new IllegalArgumentException("there is a contender '" + name + "' already: choose another name");
        }
        List<Setting> named =
                SETTING.matcher(command).results().map(JoinedServer::setting).toList();
        if (!named.contains(Setting.PORT)) {
            throw new IllegalArgumentException("the command of " + name + " must tell the server its {port}");
        }
    }

    /**
     * Parses {@code name=command}. Throws {@link IllegalArgumentException} if the name is not allowed, if the command
     * does not contain {@code {port}}, or if another word in braces is not a {@link Setting}.
     */
    public static JoinedServer of(String text) {
        int at = text.indexOf('=');
        if (at < 0) {
            throw new IllegalArgumentException("'" + text + "' is not NAME=COMMAND");
        }
        return new JoinedServer(text.substring(0, at), text.substring(at + 1));
    }

    /** Returns the command in which the value of each setting replaces its name in braces. */
    public String command(Map<Setting, String> settings) {
        return SETTING.matcher(command)
                .replaceAll(found -> Matcher.quoteReplacement(settings.getOrDefault(setting(found), "")));
    }

    private static Setting setting(MatchResult found) {
        return Setting.of(found.group(1));
    }

    @Override
    public String toString() {
        return name + "=" + command;
    }
}
