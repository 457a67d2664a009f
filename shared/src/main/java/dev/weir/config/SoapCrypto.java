package dev.weir.config;

import dev.weir.soap.wssecurity.Cryptography;
import java.util.Optional;
import java.util.function.Supplier;

/** The Java cryptography provider of the SOAP service. */
public enum SoapCrypto {
    /** Uses Amazon Corretto Crypto Provider if its native library loads. Otherwise uses the providers of the JDK. */
    AUTO,
    JDK,
    CORRETTO;

    /**
     * Returns the cryptography provider.
     *
     * @throws BadSettingException if this is {@link #CORRETTO} and its provider does not load
     */
    Cryptography get() {
        return get(Cryptography::corretto);
    }

    /** @param corretto loads Amazon Corretto Crypto Provider; returns an empty result if this fails */
    Cryptography get(Supplier<Optional<Cryptography>> corretto) {
        return switch (this) {
            case JDK -> Cryptography.JDK;
            case AUTO -> corretto.get().orElse(Cryptography.JDK);
            case CORRETTO ->
                corretto.get()
                        .orElseThrow(() -> new BadSettingException(
                                "weir.soap.crypto",
                                "Amazon Corretto Crypto Provider does not load on this machine; use 'jdk' or 'auto'"));
        };
    }
}
