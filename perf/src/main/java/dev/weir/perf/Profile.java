package dev.weir.perf;

import com.google.common.base.Splitter;
import com.google.common.io.Resources;
import dev.weir.perf.FolderOptions.RunOptions;
import dev.weir.perf.contender.Contender;
import dev.weir.perf.server.Nginx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A list of comparisons to run in turn. Each writes its results and a description of the machine to its own folder. */
record Profile(List<Part> parts) {
    private static final Pattern AOT = Pattern.compile(",([a-z-]+)@aot");
    private static final Splitter WORDS = Splitter.on(' ').omitEmptyStrings();

    /** One comparison: the folder for its files, about how many minutes it takes on two cores, and its options. */
    record Part(String folder, int minutes, List<String> options) {
        static Part of(String line) {
            List<String> words = WORDS.splitToList(line);
            List<String> options = words.stream().skip(2).map(Part::installed).toList();
            return new Part(words.get(0), Integer.parseInt(words.get(1)), options);
        }

        /** Removes nginx and nchan from an option that lists servers, if they are not installed. */
        private static String installed(String option) {
            String named = Nginx.hasNchan() ? option : option.replace("nchan,", "");
            return Nginx.installed().isPresent() ? named : named.replace("nginx,", "");
        }

        String text() {
            return "  %-16s about %3d min  %s".formatted(folder, minutes, String.join(" ", options));
        }

        /** Returns false and prints a message if this part needs the Jetty server, but its jar is missing. */
        boolean hasServers(Path jars) {
            Path jar = Contender.ASYNC_JETTY.jar(jars);
            boolean built = !folder.endsWith("-jetty") || Files.exists(jar);
            if (!built) {
                System.out.println("Without " + folder + ": there is no " + jar);
            }
            return built;
        }

        /** Returns this part without the servers whose AOT cache is missing. Prints the names of these servers. */
        Part runnable(Path jars) {
            List<String> runnable =
                    options.stream().map(option -> withCaches(option, jars)).toList();
            return new Part(folder, minutes, runnable);
        }

        private static String withCaches(String option, Path jars) {
            return AOT.matcher(option).replaceAll(named -> {
                if (RunOptions.hasCache(Contender.of(named.group(1)), jars)) {
                    return named.group();
                }
                System.out.println("Without " + named.group(1) + "@aot: " + RunOptions.NO_CACHE);
                return "";
            });
        }

        List<String> command(RunOptions folders) {
            List<String> command = new ArrayList<>(List.of("compare"));
            command.addAll(options);
            Path out = folders.out.resolve(folder);
            command.addAll(List.of("--jars", folders.jars.toString(), "--out", out.toString()));
            return command;
        }
    }

    /** Reads the resource {@code NAME.txt}. Each line describes a comparison. Lines that begin with # are comments. */
    static Profile of(String name) throws IOException {
        return new Profile(
                Resources.readLines(Resources.getResource(Profile.class, name + ".txt"), StandardCharsets.UTF_8)
                        .stream()
                        .filter(line -> !line.startsWith("#"))
                        .map(Part::of)
                        .toList());
    }

    /** Runs or continues each comparison, and returns the highest exit code. Ends at a comparison that cannot run. */
    int run(RunOptions folders) {
        List<Part> runnable = parts.stream()
                .filter(part -> part.hasServers(folders.jars))
                .map(part -> part.runnable(folders.jars))
                .toList();
        int total = runnable.stream().mapToInt(Part::minutes).sum();
        System.out.printf("%d comparisons, about %d h %d min in all:%n", runnable.size(), total / 60, total % 60);
        runnable.forEach(part -> System.out.println(part.text()));
        int worst = 0;
        for (Part part : runnable) {
            System.out.printf("%n%s%n", part.folder());
            int code = Program.commandLine(new Perf())
                    .execute(part.command(folders).toArray(String[]::new));
            if (Stream.of(0, Program.INVALID, Program.REFUTED).noneMatch(known -> known == code)) {
                return code;
            }
            worst = Math.max(worst, code);
        }
        return worst;
    }
}
