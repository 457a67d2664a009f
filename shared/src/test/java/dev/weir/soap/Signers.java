package dev.weir.soap;

import dev.weir.soap.wssecurity.Identity;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.callback.CallbackHandler;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;

/** Gives WSS4J the keys of {@link TestKeys}, even keys of a wrong length, which {@link Identity} would refuse. */
final class Signers {
    private static final Map<String, Crypto> KNOWN = new ConcurrentHashMap<>();

    private Signers() {}

    static Crypto crypto(String name) {
        return KNOWN.computeIfAbsent(name, Signers::make);
    }

    private static Crypto make(String name) {
        PrivateKey key = TestKeys.get().key(name);
        Merlin crypto = new Merlin() {
            @Override
            public PrivateKey getPrivateKey(String identifier, String password) {
                return key;
            }

            @Override
            public PrivateKey getPrivateKey(X509Certificate certificate, CallbackHandler callback) {
                return key;
            }

            @Override
            public PrivateKey getPrivateKey(PublicKey publicKey, CallbackHandler callback) {
                return key;
            }
        };
        crypto.setKeyStore(TestKeys.get().storeOf(name));
        return crypto;
    }
}
