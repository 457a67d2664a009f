package dev.weir.events;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Creates random texts with parts that have a special meaning in an event stream. */
final class Texts {
    private static final List<String> PIECES = List.of(
            "\r",
            "\n",
            "\r\n",
            "\n\n",
            "\n\r",
            "\0",
            ":",
            " ",
            "  ",
            "\t",
            "\ufeff",
            "\u0085",
            "\u2028",
            "\u001f",
            "\u007f",
            "\u00e9",
            "\u20ac",
            "\ud834\udd1e",
            "\udbff\udfff",
            "\uffff",
            "\"",
            "\\",
            "\\n",
            "/",
            "</script>",
            "data:",
            "data: ",
            "\ndata: x",
            "id: 7-7",
            "\nid: 7-7\n",
            "event: gap\n",
            "retry: 1",
            "{",
            "}",
            "null",
            "a");

    private Texts() {}

    static String any(Random random) {
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(piece -> PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }

    static @Nullable String name(Random random) {
        String text = any(random).replace('\0', 'z').replaceAll("[\r\n]", ":");
        return Publication.isName(text) ? text : null;
    }

    /** Replaces each CR and each CR LF by LF, because a client cannot tell the three kinds of line ends apart. */
    static String lines(String text) {
        return text.replace("\r\n", "\n").replace('\r', '\n');
    }
}
