package dev.weir.log;

import org.jspecify.annotations.Nullable;

/** Escapes characters in log texts that could end a line, control a terminal, or change the direction of text. */
final class PlainText {
    private PlainText() {}

    /**
     * Escapes control characters (except tabs), invisible format characters and line separators, as in Java source.
     * Returns null for null.
     */
    static @Nullable String of(@Nullable String text) {
        return text == null || text.chars().noneMatch(PlainText::isUnsafe) ? text : escaped(text);
    }

    private static String escaped(String text) {
        StringBuilder plain = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isUnsafe(c)) {
                plain.append("\\u%04x".formatted((int) c));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static boolean isUnsafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\t';
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
