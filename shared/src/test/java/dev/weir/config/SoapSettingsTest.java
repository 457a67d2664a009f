package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.weir.log.CapturedLog;
import dev.weir.soap.TestKeys;
import dev.weir.soap.wssecurity.Cryptography;
import dev.weir.soap.wssecurity.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoapSettingsTest {
    private static final String TRUST_STORE = "server-trust.p12";
    private static final String REVOKED = "revoked.crl";

    @TempDir
    private Path folder;

    @BeforeEach
    void copy() throws IOException {
        for (String name : List.of("server.p12", TRUST_STORE, REVOKED)) {
            Files.copy(TestKeys.get().folder().resolve(name), folder.resolve(name));
        }
    }

    /** When the trust store or the list of revoked certificates changes, the server must read it again. */
    @ParameterizedTest
    @ValueSource(strings = {TRUST_STORE, REVOKED})
    void theListOfCallersIsReadAgainWhenAFileOfItChanges(String name) throws IOException {
        Supplier<Trust> clients = settings("server").clients();
        Trust first = clients.get();
        Files.setLastModifiedTime(folder.resolve(name), FileTime.from(Instant.EPOCH));
        await().untilAsserted(() -> assertThat(clients.get()).isNotSameAs(first));
    }

    @Test
    void aServerThatDecryptsAndSignsWithOneKeyIsWarned() {
        assertThat(warnings("server")).hasSize(1).first().asString().contains("weir.soap.signature-key");
    }

    @Test
    void aServerThatHasAKeyToSignIsNotWarned() {
        assertThat(warnings("server-ec")).isEmpty();
    }

    @Test
    void cryptoThatDoesNotLoadStopsTheStartWithItsKey() {
        assertThat(SoapCrypto.AUTO.get(Optional::empty)).isSameAs(Cryptography.JDK);
        assertThatExceptionOfType(BadSettingException.class)
                .isThrownBy(() -> SoapCrypto.CORRETTO.get(Optional::empty))
                .withMessageContaining("weir.soap.crypto");
    }

    /** If {@code weir.soap.crypto} is {@code jdk}, the server must not load the native library. */
    @Test
    void cryptoOfTheJdkLoadsNothingElse() {
        assertThat(SoapCrypto.JDK.get(() -> {
                    throw new AssertionError("loaded");
                }))
                .isSameAs(Cryptography.JDK);
    }

    @Test
    void aMissingFolderForDevelopmentKeysIsRefusedWithTheNameOfTheSetting() {
        SoapStores.checkDevelopment("server", folder);
        assertThatExceptionOfType(BadSettingException.class)
                .isThrownBy(() -> SoapStores.checkDevelopment("server", folder.resolve("gone")))
                .withMessageContaining("weir.soap.key-store");
    }

    /** The setting {@code weir.soap.crypto} must apply when the server decrypts, and when it signs. */
    @Test
    void theChosenCryptoComputesWithTheServersKeys() {
        SoapSettings settings = settings("server", SoapCrypto.JDK);
        assertThat(settings.recipient().cryptography()).isSameAs(Cryptography.JDK);
        assertThat(settings.signer().cryptography()).isSameAs(Cryptography.JDK);
        SoapSettings automatic = settings("server", SoapCrypto.AUTO);
        assertThat(automatic.signer().cryptography()).isSameAs(SoapCrypto.AUTO.get());
    }

    private List<String> warnings(String signatureKey) {
        try (CapturedLog log = new CapturedLog(SoapSettings.class)) {
            settings(signatureKey).warn();
            return log.messages();
        }
    }

    private SoapSettings settings(String signatureKey) {
        return settings(signatureKey, SoapCrypto.AUTO);
    }

    private SoapSettings settings(String signatureKey, SoapCrypto crypto) {
        return new SoapSettings(new WeirProperties.Soap(
                folder.resolve("server.p12"),
                TestKeys.PASSWORD,
                folder.resolve(TRUST_STORE),
                TestKeys.PASSWORD,
                signatureKey,
                ".*",
                folder.resolve(REVOKED),
                Duration.ofSeconds(60),
                crypto));
    }
}
