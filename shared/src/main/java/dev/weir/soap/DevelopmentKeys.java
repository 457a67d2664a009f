package dev.weir.soap;

import dev.weir.soap.wssecurity.Cryptography;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Generated keys, for a server whose operator has configured no keys. The server and a client each get one key store
 * with their private keys, and one with the other side's certificates. The certificates are valid for 30 days.
 *
 * @param server the server's private keys: an RSA key, and the elliptic-curve key {@code server-ec}, which can only
 *     sign
 */
public record DevelopmentKeys(KeyStore server, KeyStore serverTrust, KeyStore client, KeyStore clientTrust) {
    /** The password of every key store. It is public, so only the permissions of the files protect the keys. */
    public static final String PASSWORD = "development";

    /** The aliases of the server's keys in the key store. */
    public static final List<String> SERVER_KEYS = List.of("server", "server-ec");

    private static final Duration VALID = Duration.ofDays(30);
    private static final int RSA_BITS = 2048;
    private static final int EC_BITS = 256;
    private static final int SERIAL_BITS = 64;

    /**
     * The names, without their common prefix, of the security properties that set how often the JVM hashes a key
     * store's password. The default of 10,000 hashes slows the start, and protects nothing because the password is
     * public. {@link #make} sets a lower number for the whole JVM.
     */
    private static final List<String> HASH_SETTINGS =
            List.of("keyPbeIterationCount", "certPbeIterationCount", "macIterationCount");

    private static final String HASHES = "1000";

    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    /** Generates keys and certificates. The certificates are valid for 30 days from {@code now}. */
    public static DevelopmentKeys make(Instant now, Cryptography cryptography) {
        HASH_SETTINGS.forEach(count -> Security.setProperty("keystore.pkcs12." + count, HASHES));
        try {
            KeyPair server = cryptography.keys("RSA", RSA_BITS);
            KeyPair elliptic = cryptography.keys("EC", EC_BITS);
            KeyPair client = cryptography.keys("RSA", RSA_BITS);
            X509Certificate ofServer = certificate(cryptography, "server", server, "SHA256withRSA", now);
            X509Certificate ofElliptic = certificate(cryptography, "server-ec", elliptic, "SHA256withECDSA", now);
            X509Certificate ofClient = certificate(cryptography, "client", client, "SHA256withRSA", now);
            KeyStore servers = empty();
            servers.setKeyEntry("server", server.getPrivate(), PASSWORD.toCharArray(), chain(ofServer));
            servers.setKeyEntry("server-ec", elliptic.getPrivate(), PASSWORD.toCharArray(), chain(ofElliptic));
            KeyStore clients = empty();
            clients.setKeyEntry("client", client.getPrivate(), PASSWORD.toCharArray(), chain(ofClient));
            return new DevelopmentKeys(
                    servers,
                    trusting(Map.of("client", ofClient)),
                    clients,
                    trusting(Map.of("server", ofServer, "server-ec", ofElliptic)));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(e); // cannot happen: both providers have these algorithms
        }
    }

    /**
     * Generates keys and writes the four key stores as PKCS#12 files to a new folder that only its owner can read. The
     * folder is deleted when the process ends. If the process is killed, a later process deletes the folder.
     *
     * @return the folder
     */
    public static Path create(Instant now) throws IOException {
        DevelopmentKeys keys = make(now, Cryptography.JDK);
        Path folder = TemporaryFolder.create();
        write(folder, "server.p12", keys.server);
        write(folder, "server-trust.p12", keys.serverTrust);
        keys.writeClients(folder);
        return folder;
    }

    /**
     * Writes the client's stores {@code client.p12} and {@code client-trust.p12} to a new folder that only its owner
     * can read. The folder is deleted when the process ends. If the process is killed, a later process deletes it.
     *
     * @return the folder
     */
    public Path writeClients() throws IOException {
        Path folder = TemporaryFolder.create();
        writeClients(folder);
        return folder;
    }

    private void writeClients(Path folder) throws IOException {
        write(folder, "client.p12", client);
        write(folder, "client-trust.p12", clientTrust);
    }

    /** Reads a key store from a file. Accepts all store types that the JDK supports. */
    public static KeyStore read(Path file, String password) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(file.toFile(), password.toCharArray());
    }

    private static X509Certificate certificate(
            Cryptography cryptography, String name, KeyPair keys, String algorithm, Instant now)
            throws GeneralSecurityException, OperatorCreationException {
        X500Principal subject = new X500Principal("CN=" + name + ", OU=Weir development");
        JcaX509v3CertificateBuilder certificate = new JcaX509v3CertificateBuilder(
                subject,
                new BigInteger(SERIAL_BITS, new SecureRandom()),
                Date.from(now.minus(Duration.ofHours(1))), // for receivers whose clocks are slow
                Date.from(now.plus(VALID)),
                subject,
                keys.getPublic());
        JcaContentSignerBuilder signer = new JcaContentSignerBuilder(algorithm);
        if (cryptography.signing() != null) {
            signer.setProvider(cryptography.signing());
        }
        return new JcaX509CertificateConverter().getCertificate(certificate.build(signer.build(keys.getPrivate())));
    }

    private static Certificate[] chain(X509Certificate certificate) {
        return new Certificate[] {certificate};
    }

    private static KeyStore trusting(Map<String, X509Certificate> whom) throws IOException, GeneralSecurityException {
        KeyStore store = empty();
        for (Map.Entry<String, X509Certificate> one : whom.entrySet()) {
            store.setCertificateEntry(one.getKey(), one.getValue());
        }
        return store;
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void write(Path folder, String name, KeyStore store) throws IOException {
        Path file = folder.resolve(name);
        file.toFile().deleteOnExit();
        if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // cannot happen: every JDK has these algorithms
        }
    }
}
