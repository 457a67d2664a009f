package dev.weir.soap;

import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.Trust;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Keys of one server, of clients that it accepts, and of clients that it must refuse. Generated once per JVM.
 *
 * <p>The server trusts the certificates {@code issuer} and {@code pinned}. Its revocation list names the certificate
 * {@code revoked}.
 */
public final class TestKeys {
    public static final String PASSWORD = "test";

    private static final TestKeys ONE = new TestKeys();

    private final Path folder;
    private final KeyPair issuer;
    private final X500Principal issuerName = new X500Principal("CN=Weir test issuer");
    private final Map<String, KeyPair> keys = new HashMap<>();
    private final Map<String, X509Certificate> certificates = new HashMap<>();

    private TestKeys() {
        try {
            folder = Files.createTempDirectory("weir-test-keys-");
            issuer = rsa(2048);
            Instant now = Instant.now();
            Instant past = now.minus(Duration.ofDays(2));
            Instant future = now.plus(Duration.ofDays(2));
            issued("issuer", issuer, issuerName, past, future);
            for (String name : new String[] {"server", "client", "other", "revoked"}) {
                issued(name, rsa(2048), issuerName, past, future);
            }
            issued("server-ec", ellipticCurve(), issuerName, past, future);
            issued("client-ec", ellipticCurve(), issuerName, past, future);
            issued("short", rsa(1024), issuerName, past, future);
            issued("long", new KeyPair(endless(), key("client")), issuerName, past, future);
            issued("expired", rsa(2048), issuerName, past, now.minus(Duration.ofDays(1)));
            issued("not-yet", rsa(2048), issuerName, now.plus(Duration.ofDays(1)), future);
            issued("stranger", rsa(2048), new X500Principal("CN=client"), past, future);
            issued("pinned", rsa(2048), new X500Principal("CN=pinned"), past, future);
            write("server.p12", store("server", "server-ec"));
            write("server-trust.p12", trusting("issuer", "pinned"));
            write("client.p12", store("client"));
            write("client-trust.p12", trusting("server", "server-ec"));
            Files.write(folder.resolve("revoked.crl"), revoked(past, future).getEncoded());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static TestKeys get() {
        return ONE;
    }

    /** Returns the folder with the key stores and trust stores of server and client, and {@code revoked.crl}. */
    public Path folder() {
        return folder;
    }

    public Identity identity(String name) {
        return Identity.of(storeOf(name), name, PASSWORD);
    }

    public PrivateKey key(String name) {
        return Objects.requireNonNull(keys.get(name)).getPrivate();
    }

    public X509Certificate certificate(String name) {
        return Objects.requireNonNull(certificates.get(name));
    }

    public KeyStore storeOf(String... names) {
        try {
            return store(names);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public Trust servers() {
        try {
            return Trust.inServer(trusting("server", "server-ec"));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void issued(String name, KeyPair pair, X500Principal by, Instant from, Instant to)
            throws GeneralSecurityException, OperatorCreationException, CertIOException {
        boolean own = !by.equals(issuerName); // self-signed
        X500Principal subject = own || name.equals("issuer") ? by : new X500Principal("CN=" + name);
        JcaX509v3CertificateBuilder certificate = new JcaX509v3CertificateBuilder(
                by, new BigInteger(64, new SecureRandom()), Date.from(from), Date.from(to), subject, pair.getPublic());
        certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(name.equals("issuer")));
        PrivateKey signer = own ? pair.getPrivate() : issuer.getPrivate();
        keys.put(name, pair);
        certificates.put(
                name,
                new JcaX509CertificateConverter()
                        .getCertificate(certificate.build(new JcaContentSignerBuilder("SHA256withRSA").build(signer))));
    }

    private X509CRL revoked(Instant from, Instant to) throws GeneralSecurityException, OperatorCreationException {
        return list("issuer", "issuer", from, to, "revoked");
    }

    X509CRL list(String issuer, String signer, Instant from, Instant to, String... revoked)
            throws GeneralSecurityException, OperatorCreationException {
        JcaX509v2CRLBuilder list =
                new JcaX509v2CRLBuilder(certificate(issuer).getSubjectX500Principal(), Date.from(from));
        list.setNextUpdate(Date.from(to));
        for (String name : revoked) {
            list.addCRLEntry(certificate(name).getSerialNumber(), Date.from(from), 0);
        }
        return new JcaX509CRLConverter()
                .getCRL(list.build(new JcaContentSignerBuilder("SHA256withRSA").build(key(signer))));
    }

    private KeyStore store(String... names) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        for (String name : names) {
            store.setKeyEntry(name, key(name), PASSWORD.toCharArray(), new Certificate[] {certificate(name)});
        }
        return store;
    }

    KeyStore trusting(String... names) throws GeneralSecurityException, IOException {
        KeyStore store = empty();
        for (String name : names) {
            store.setCertificateEntry(name, certificate(name));
        }
        return store;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private void write(String file, KeyStore store) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(folder.resolve(file))) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    /** Creates a long public key without a private key. To generate a pair of this length would take minutes. */
    private static PublicKey endless() throws GeneralSecurityException {
        BigInteger modulus =
                new BigInteger(16_384, new SecureRandom()).setBit(16_383).setBit(0);
        return KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, RSAKeyGenParameterSpec.F4));
    }

    private static KeyPair rsa(int bits) throws GeneralSecurityException {
        return Cryptography.corretto().orElse(Cryptography.JDK).keys("RSA", bits);
    }

    private static KeyPair ellipticCurve() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }
}
