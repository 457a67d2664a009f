package dev.weir.perf.server;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the kernel tells in {@code /proc} and {@code /sys}: what is not there, or has just gone, is empty. */
final class Proc {
    /** Of x86-64, the only one that the generator's native transport is packed for. */
    static final long PAGE_BYTES = 4096;

    private static final int FIRST_BYTES = 4096;

    private Proc() {}

    /**
     * A file's text.
     *
     * <p>The first read is a large one: of a number the kernel gives its first digit to who asks for one byte, and then
     * nothing more.
     */
    static String text(Path file) {
        try (InputStream in = new FileInputStream(file.toFile())) {
            byte[] first = new byte[FIRST_BYTES];
            int length = Math.max(0, in.read(first));
            return new String(first, 0, length, StandardCharsets.UTF_8)
                    + new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }

    /** The number that the first match of a pattern has for its group. */
    static OptionalLong number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /** What follows {@code name} in the line that starts with it, or nothing. Makes no list of lines. */
    static String field(String text, String name) {
        int at = text.startsWith(name) ? 0 : text.indexOf("\n" + name) + 1;
        if (at == 0 && !text.startsWith(name)) {
            return "";
        }
        int to = text.indexOf('\n', at);
        return text.substring(at + name.length(), to < 0 ? text.length() : to).strip();
    }

    /**
     * The names in a folder of a process; {@link java.io.File} because a thousand paths would be made for nothing.
     *
     * @throws IOException when there is no such process
     */
    static List<String> names(Path folder) throws IOException {
        String[] names = folder.toFile().list();
        if (names == null) {
            throw new IOException("no process at " + folder);
        }
        return List.of(names);
    }

    static Path of(long pid, String file) {
        return Path.of("/proc", Long.toString(pid), file);
    }

    /** How many threads a process has and how much of its memory is resident: one file, whatever its size. */
    record Stat(int threads, long rssBytes) {
        private static final int THREADS = 17;
        private static final int RSS_PAGES = 21;

        static Stat of(long pid) throws IOException {
            String stat = text(Proc.of(pid, "stat"));
            if (stat.isEmpty()) {
                throw new IOException("no process " + pid);
            }
            return of(stat);
        }

        static Stat of(String stat) {
            // The second field is the name in brackets, which may hold anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return new Stat(Integer.parseInt(fields[THREADS]), Long.parseLong(fields[RSS_PAGES]) * PAGE_BYTES);
        }

        Stat plus(Stat other) {
            return new Stat(threads + other.threads, rssBytes + other.rssBytes);
        }
    }
}
