package dev.weir.log;

import org.jspecify.annotations.Nullable;

/** Text in which nothing moves a cursor, ends a line, or turns what is read around. */
final class PlainText {
    private PlainText() {}

    /** The same with each control character, and what is like one, as {@code \}{@code u001b}; null stays null. */
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

    /** Controls but tabs, format characters (which change the direction of text), and separators of lines. */
    private static boolean isUnsafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL -> c != '\t';
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
