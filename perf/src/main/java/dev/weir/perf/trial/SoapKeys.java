package dev.weir.perf.trial;

import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.SoapCall;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.Trust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The folder with the key stores of the SOAP service and its client, as {@link DevelopmentKeys} writes them. */
public record SoapKeys(Path folder) {
    /** How long a signed message is valid. The time is long, because messages are signed before the measurement. */
    public static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    /** Returns the keys of this run. The first call creates the files, and they are deleted when this JVM exits. */
    public static SoapKeys ofThisRun() {
        return KeysOfRun.KEYS;
    }

    /** Returns the command-line settings with which a server uses these keys. */
    public List<String> arguments() {
        return List.of(
                "--weir.soap.key-store=" + folder.resolve("server.p12"),
                "--weir.soap.key-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.trust-store=" + folder.resolve("server-trust.p12"),
                "--weir.soap.trust-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.time-to-live=" + TIME_TO_LIVE.toMinutes() + "m");
    }

    public SoapCall caller() {
        try {
            String password = DevelopmentKeys.PASSWORD;
            Identity client =
                    Identity.of(DevelopmentKeys.read(folder.resolve("client.p12"), password), "client", password);
            Trust servers = Trust.inServer(DevelopmentKeys.read(folder.resolve("client-trust.p12"), password));
            return new SoapCall(client, servers, TIME_TO_LIVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the keys in " + folder + " cannot be read", e);
        }
    }

    private static final class KeysOfRun {
        static final SoapKeys KEYS = make();

        private static SoapKeys make() {
            try {
                Path folder = DevelopmentKeys.create(Instant.now());
                folder.toFile().deleteOnExit(); // first, because the JVM deletes in reverse order
                try (Stream<Path> files = Files.list(folder)) {
                    files.forEach(file -> file.toFile().deleteOnExit());
                }
                return new SoapKeys(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
