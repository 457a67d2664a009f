package dev.weir.reactive.netty;

import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509KeyManager;

/**
 * Checks whether Netty's native TLS library can use a server's private keys. The library needs an RSA or EC key that
 * can be exported. With any other key, such as an Ed25519 key or a key on a PKCS#11 token, every handshake would fail.
 */
final class NativeKeys {
    private NativeKeys() {}

    static boolean fit(KeyManagerFactory keys) {
        return Stream.of(keys.getKeyManagers())
                .filter(X509KeyManager.class::isInstance)
                .map(X509KeyManager.class::cast)
                .anyMatch(manager -> fits(manager, "RSA") || fits(manager, "EC"));
    }

    private static boolean fits(X509KeyManager manager, String type) {
        String[] aliases = manager.getServerAliases(type, null);
        return aliases != null
                && Stream.of(aliases)
                        .map(manager::getPrivateKey)
                        .anyMatch(key -> key != null && key.getEncoded() != null);
    }
}
