package dev.weir.perf;

import dev.weir.perf.contender.Contender;
import dev.weir.perf.contender.Entrant;
import dev.weir.perf.contender.JoinedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the values of command-line options. Rejects values that make no sense. */
public final class Values {
    /** Registers the parsers: a server is given by its label, and a count or size must be a positive number. */
    static void register(CommandLine commandLine) {
        commandLine.registerConverter(int.class, Values::count);
        commandLine.registerConverter(Integer.class, Values::count);
        commandLine.registerConverter(Long.class, text -> number(text, Long::valueOf));
        commandLine.registerConverter(Entrant.class, text -> read(() -> Entrant.of(text)));
        commandLine.registerConverter(JoinedServer.class, text -> read(() -> JoinedServer.of(text)));
        commandLine.registerConverter(Contender.class, Values::contender);
    }

    /** Returns the server with this label, ignoring case. Throws an exception if there is none. */
    public static Contender contender(String label) {
        return read(() -> Contender.of(label.toLowerCase(Locale.ROOT)));
    }

    private static int count(String text) {
        int count = new AnyInt().convert(text);
        if (count < 1) {
            throw new TypeConversionException(text + " is less than 1");
        }
        return count;
    }

    private static <T> T read(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    public static final class AnyInt implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return number(text, Integer::valueOf);
        }
    }

    private static <N> N number(String text, Function<String, N> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException _) {
            throw new TypeConversionException("'" + text + "' is not a whole number");
        }
    }

    private static Path path(String text, boolean fits, String problem) {
        if (!fits) {
            throw new TypeConversionException(problem);
        }
        return Path.of(text);
    }

    public static final class ExistingFile implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            return path(text, Files.isRegularFile(Path.of(text)), "there is no file " + text);
        }
    }

    public static final class ExistingFolder implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            return path(text, Files.isDirectory(Path.of(text)), "there is no folder " + text);
        }
    }

    /** A folder that exists or can be created. */
    public static final class OutputFolder implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path folder = Path.of(text).toAbsolutePath();
            while (!Files.exists(folder)) {
                folder = folder.resolveSibling(""); // the parent
            }
            try { // permissions do not suffice: in /proc, even root cannot create a file
                Files.delete(Files.createTempDirectory(folder, ".weir"));
                return Path.of(text);
            } catch (IOException _) {
                throw new TypeConversionException(text + " is not a writable folder");
            }
        }
    }

    private Values() {}
}
