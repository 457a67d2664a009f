package dev.weir.access;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The format of the lines in the access log. Thread-safe. */
public enum AccessFormat {
    /**
     * The combined log format of the Apache HTTP Server, followed by the duration in seconds, the name of the client's
     * plan and the id of the request. The name of the client takes the place of Apache's user name. {@code -} stands
     * for an absent value.
     */
    COMBINED {
        @Override
        String of(AccessLine line) {
            StringBuilder text = new StringBuilder(256);
            text.append(word(line.address())).append(" - ").append(word(line.client()));
            text.append(" [").append(TIME.format(line.begun())).append("] ");
            quote(text, request(line))
                    .append(' ')
                    .append(line.status())
                    .append(' ')
                    .append(line.bytes())
                    .append(' ');
            quote(text, line.referer()).append(' ');
            quote(text, line.agent()).append(' ').append(seconds(line)).append(' ');
            return text.append(word(line.plan()))
                    .append(' ')
                    .append(word(line.requestId()))
                    .toString();
        }
    },
    /** One JSON object per line. An absent value is null. */
    JSON {
        @Override
        String of(AccessLine line) {
            StringBuilder text = new StringBuilder(512);
            text.append("{\"time\":\"").append(MILLIS.format(line.begun())).append('"');
            member(text, "address", line.address());
            member(text, "client", line.client());
            member(text, "plan", line.plan());
            member(text, "method", line.method());
            member(text, "target", line.target());
            member(text, "protocol", line.protocol());
            text.append(",\"status\":")
                    .append(line.status())
                    .append(",\"bytes\":")
                    .append(line.bytes());
            member(text, "referer", line.referer());
            member(text, "agent", line.agent());
            text.append(",\"seconds\":").append(seconds(line));
            member(text, "requestId", line.requestId());
            return text.append('}').toString();
        }

        private static void member(StringBuilder text, String name, @Nullable String value) {
            text.append(",\"").append(name).append("\":");
            if (value == null) {
                text.append("null");
            } else {
                quote(text, value);
            }
        }
    };

    private static final Pattern UNSAFE = Pattern.compile("[^!#-~]");
    private static final HexFormat HEX = HexFormat.of();

    /** Formats a time as in RFC 3339, in UTC and always with milliseconds. */
    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.US).withZone(ZoneOffset.UTC);

    /** Returns the text of a log line, without a line break at its end. The text contains no control characters. */
    abstract String of(AccessLine line);

    private static String request(AccessLine line) {
        return plain(line.method()) + ' ' + plain(line.target()) + ' ' + plain(line.protocol());
    }

    private static String plain(@Nullable String text) {
        return text == null ? "-" : text;
    }

    /**
     * Returns the text as one word, or {@code -} if the text is null or empty. Replaces double quotes, and all
     * characters that are not visible ASCII, by {@code _}.
     */
    static String word(@Nullable String text) {
        return text == null || text.isEmpty() ? "-" : UNSAFE.matcher(text).replaceAll("_");
    }

    static String seconds(AccessLine line) {
        long millis = line.durationNanos() / 1_000_000;
        return millis / 1000 + "." + String.valueOf(1000 + millis % 1000).substring(1);
    }

    /**
     * Appends {@code text} to {@code to}, in double quotes. Appends {@code "-"} if the text is null. Escapes double
     * quotes, backslashes and all characters that are not printable ASCII, as in JSON. So no value can forge a log
     * line.
     */
    static StringBuilder quote(StringBuilder to, @Nullable String text) {
        to.append('"');
        String value = plain(text);
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c < ' ' || c > '~') {
                to.append("\\u").append(HEX.toHexDigits(c));
            } else {
                to.append(c);
            }
        }
        return to.append('"');
    }
}
