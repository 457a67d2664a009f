import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * Removes the signatures from jars: {@code java Unsign.java JAR...}. Changes only signed jars.
 *
 * <p>The JVM keeps no class of a signed jar in its AOT cache. A server would verify such jars at each start.
 */
final class Unsign {
    private Unsign() {}

    /** Runs the program. */
    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            try (FileSystem content = FileSystems.newFileSystem(Path.of(jar))) {
                unsign(content.getPath("META-INF"));
            }
        }
    }

    private static void unsign(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> signatures;
        try (Stream<Path> files = Files.list(folder)) {
            signatures = files.filter(file -> file.toString().matches(".*\\.(SF|RSA|DSA|EC)")).toList();
        }
        for (Path signature : signatures) {
            Files.delete(signature);
        }
        if (!signatures.isEmpty()) {
            removeDigests(folder.resolve("MANIFEST.MF"));
        }
    }

    /** Removes the manifest's sections of single files. They hold the digests. */
    private static void removeDigests(Path file) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        Manifest manifest;
        try (InputStream in = Files.newInputStream(file)) {
            manifest = new Manifest(in);
        }
        manifest.getEntries().clear();
        try (OutputStream out = Files.newOutputStream(file)) {
            manifest.write(out);
        }
        Files.setLastModifiedTime(file, time); // a release has the same bytes each time
    }
}
