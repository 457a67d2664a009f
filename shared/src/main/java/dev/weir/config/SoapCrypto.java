package dev.weir.config;

import dev.weir.soap.wssecurity.Cryptography;
import java.util.Optional;
import java.util.function.Supplier;

/** What computes with the keys of the SOAP service. */
public enum SoapCrypto {
    /** Amazon Corretto Crypto Provider where it loads, else the JDK. */
    AUTO,
    JDK,
    CORRETTO;

    /** @throws BadSettingException if it is not there */
    Cryptography get() {
        return get(Cryptography::corretto);
    }

    /** @param corretto loads it; empty where it does not load */
    Cryptography get(Supplier<Optional<Cryptography>> corretto) {
        return switch (this) {
            case JDK -> Cryptography.JDK;
            case AUTO -> corretto.get().orElse(Cryptography.JDK);
            case CORRETTO ->
                corretto.get()
                        .orElseThrow(() -> new BadSettingException(
                                "weir.soap.crypto",
                                "Amazon Corretto Crypto Provider does not load here: take 'jdk' or 'auto'"));
        };
    }
}
