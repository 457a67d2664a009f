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

/** The RSA-2048 keys of the SOAP service and its client, in a folder. All servers of a run use the same. */
public record SoapKeys(Path folder) {
    /** Messages are signed in advance, so they must stay valid for long. */
    public static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    /** The keys in a folder that {@link DevelopmentKeys} wrote. */
    public static SoapKeys in(Path folder) {
        return new SoapKeys(folder);
    }

    /** The keys of this run. The first call creates them; the end of this process deletes them. */
    public static SoapKeys ofThisRun() {
        return KeysOfRun.KEYS;
    }

    /** The server's arguments that name the keys. */
    List<String> arguments() {
        return List.of(
                "--weir.soap.key-store=" + folder.resolve("server.p12"),
                "--weir.soap.key-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.trust-store=" + folder.resolve("server-trust.p12"),
                "--weir.soap.trust-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.time-to-live=" + TIME_TO_LIVE.toMinutes() + "m");
    }

    /** A client with these keys. */
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
                folder.toFile().deleteOnExit(); // in reverse order, so after its files
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
