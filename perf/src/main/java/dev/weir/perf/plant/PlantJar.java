package dev.weir.perf.plant;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The agent's jar, with nothing else in it: what is in an agent's jar is on the class path of the server, where the
 * generator's libraries would stand before the server's own.
 */
public final class PlantJar {
    private static final String CLASS = "Plant.class";

    private PlantJar() {}

    /** Makes it, until this JVM ends. */
    public static Path make() throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", Plant.class.getName());
        Path jar = Files.createTempFile("weir-plant-", ".jar");
        jar.toFile().deleteOnExit();
        try (InputStream code = Objects.requireNonNull(Plant.class.getResourceAsStream(CLASS));
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new JarEntry(Plant.class.getName().replace('.', '/') + ".class"));
            code.transferTo(out);
        }
        return jar;
    }
}
