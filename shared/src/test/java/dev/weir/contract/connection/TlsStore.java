package dev.weir.contract.connection;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;

/** A private key and a certificate for localhost, in a PKCS#12 or PEM file. {@link #renew} replaces both. */
public final class TlsStore {
    public static final String PASSWORD = "not-a-secret";
    private static final String STORE = "server.p12";
    private static final String ALIAS = "server";
    private static final String GENERATE = "-genkeypair %s -alias " + ALIAS + " -dname CN=localhost"
            + " -ext SAN=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass " + PASSWORD + " -keystore";

    private static final String EC = "-keyalg EC -groupname secp256r1";

    private final Path file;
    private final String algorithm;

    private TlsStore(Path file, String algorithm) {
        this.file = file;
        this.algorithm = algorithm;
    }

    /** Creates a PKCS#12 store in a new folder. The folder is deleted when the process ends. */
    public static TlsStore create() {
        return create(STORE, EC);
    }

    /** Creates a PEM file in a new folder. The folder is deleted when the process ends. */
    public static TlsStore createPem() {
        return create("server.pem", EC);
    }

    /** Creates a PKCS#12 store whose key is of a type that Netty's native library does not support. */
    public static TlsStore createEd25519() {
        return create(STORE, "-keyalg Ed25519");
    }

    private static TlsStore create(String name, String algorithm) {
        try {
            Path folder = Files.createTempDirectory("weir-tls");
            folder.toFile().deleteOnExit();
            TlsStore store = new TlsStore(folder.resolve(name), algorithm);
            store.file.toFile().deleteOnExit();
            store.renew();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the private key and the certificate in one atomic step. */
    public void renew() {
        Path next = file.resolveSibling("next.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String[] options = GENERATE.formatted(algorithm).split(" ");
        run(Stream.of(Stream.of(keytool), Stream.of(options), Stream.of(next.toString()))
                .flatMap(arguments -> arguments)
                .toArray(String[]::new));
        try {
            if (!isStore()) {
                Files.writeString(next, Pem.of(load(next), ALIAS, PASSWORD));
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isStore() {
        return file.endsWith(STORE);
    }

    private static KeyStore load(Path file) {
        try {
            return KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes the certificate and the key of this store to a PEM file, for a program that cannot read PKCS#12. */
    public Path pem() {
        try {
            return Files.writeString(made("server.pem"), Pem.of(load(file), ALIAS, PASSWORD));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes a store that has only the certificate. Tomcat trusts no certificate that is stored with its private key.
     * The store has the password {@link #PASSWORD}.
     */
    public Path trustStore() {
        try (OutputStream out = Files.newOutputStream(made("trust.p12"))) {
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, null);
            trust.setCertificateEntry(ALIAS, load(file).getCertificate(ALIAS));
            trust.store(out, PASSWORD.toCharArray());
            return made("trust.p12");
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Path made(String name) {
        Path path = file.resolveSibling(name);
        path.toFile().deleteOnExit();
        return path;
    }

    /** Returns the key managers of a client that identifies itself with the server's certificate. */
    public KeyManager[] keyManagers() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(load(file), PASSWORD.toCharArray());
            return keys.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
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

    /** Returns Spring Boot settings for this store, with HTTP/2 on. They tell Boot to reload a changed store. */
    public String[] settings(String... more) {
        return Stream.of(bundle(), List.of("--server.http2.enabled=true"), List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    /** Returns Spring Boot settings for this store, with HTTP/2 off. They tell Boot to reload a changed store. */
    public String[] settingsWithoutHttp2(String... more) {
        return Stream.of(bundle(), List.of(more)).flatMap(List::stream).toArray(String[]::new);
    }

    /** Returns settings for a server that admits only clients with this store's certificate. HTTP/2 is off. */
    public String[] settingsForClientCertificates(String... more) {
        String bundle = "--spring.ssl.bundle.jks.weir.";
        return Stream.of(
                        bundle(),
                        List.of(
                                bundle + "truststore.location=file:" + trustStore(),
                                bundle + "truststore.password=" + PASSWORD,
                                "--server.ssl.client-auth=need"),
                        List.of(more))
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    /** Returns this store in the form in which Spring Boot passes it to a server. */
    public SslBundle sslBundle() {
        return SslBundle.of(SslStoreBundle.of(load(file), PASSWORD, null));
    }

    private List<String> bundle() {
        String bundle = "--spring.ssl.bundle." + (isStore() ? "jks" : "pem") + ".weir.";
        List<String> keys = isStore()
                ? List.of(bundle + "keystore.location=file:" + file, bundle + "keystore.password=" + PASSWORD)
                : List.of(bundle + "keystore.certificate=file:" + file, bundle + "keystore.private-key=file:" + file);
        return Stream.concat(
                        keys.stream(),
                        Stream.of(
                                bundle + "reload-on-update=true",
                                "--spring.ssl.bundle.watch.file.quiet-period=100ms",
                                "--server.ssl.bundle=weir",
                                "--management.server.ssl.enabled=false"))
                .toList();
    }
}
