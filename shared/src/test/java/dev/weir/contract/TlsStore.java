package dev.weir.contract;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PKCS#12 file with a server's private key and a certificate for the loopback interface. Both can be replaced. */
public final class TlsStore {
    public static final String PASSWORD = "not-a-secret";

    private final Path file;

    private TlsStore(Path file) {
        this.file = file;
    }

    /** Creates a store in a new folder. The folder is deleted when the process ends. */
    public static TlsStore create() {
        try {
            Path folder = Files.createTempDirectory("weir-tls");
            folder.toFile().deleteOnExit();
            TlsStore store = new TlsStore(folder.resolve("server.p12"));
            store.file.toFile().deleteOnExit();
            store.renew();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the key and the certificate atomically. */
    void renew() {
        Path next = file.resolveSibling("next.p12");
        run(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                next.toString());
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes certificate and key to a PEM file, for a program that reads no PKCS#12. */
    public Path pem() {
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
            return Files.writeString(
                    made("server.pem"),
                    pem("CERTIFICATE", store.getCertificate("server").getEncoded())
                            + pem(
                                    "PRIVATE KEY",
                                    store.getKey("server", PASSWORD.toCharArray())
                                            .getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pem(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END " + type
                + "-----\n";
    }

    /** Writes a store that trusts the certificate. It has the password {@link #PASSWORD}. */
    public Path trustStore() {
        try (OutputStream out = Files.newOutputStream(made("trust.p12"))) {
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            trust.setCertificateEntry(
                    "server",
                    KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()).getCertificate("server"));
            trust.store(out, PASSWORD.toCharArray());
            return made("trust.p12");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path made(String name) {
        Path path = file.resolveSibling(name);
        path.toFile().deleteOnExit();
        return path;
    }

    private static void run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(command[0] + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns settings of Spring Boot for this store. Boot reads the file again when it changes. HTTP/2 is on. */
    public String[] settings(String... more) {
        return Stream.of(bundle(), List.of("--server.http2.enabled=true"), List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    /** Returns the same settings with HTTP/2 off. */
    public String[] settingsWithoutHttp2(String... more) {
        return Stream.of(bundle(), List.of(more)).flatMap(List::stream).toArray(String[]::new);
    }

    private List<String> bundle() {
        String bundle = "--spring.ssl.bundle.jks.weir.";
        return List.of(
                bundle + "keystore.location=file:" + file,
                bundle + "keystore.password=" + PASSWORD,
                bundle + "reload-on-update=true",
                "--spring.ssl.bundle.watch.file.quiet-period=100ms",
                "--server.ssl.bundle=weir",
                "--management.server.ssl.enabled=false");
    }
}
