package dev.weir.perf.trial;

import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.Identity;
import dev.weir.soap.SoapCall;
import dev.weir.soap.Trust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Keys of the service and of who calls it, in a folder: for all servers of a run the same, of RSA-2048. */
public final class SoapKeys {
    /** Long enough for messages that are signed ahead. */
    public static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);

    private final Path folder;

    private SoapKeys(Path folder) {
        this.folder = folder;
    }

    /** Keys that lie in a folder as {@link DevelopmentKeys} writes them. */
    public static SoapKeys in(Path folder) {
        return new SoapKeys(folder);
    }

    /** Those of this run, made when they are asked for first, and deleted with this process. */
    public static SoapKeys ofThisRun() {
        return OfThisRun.KEYS;
    }

    Path folder() {
        return folder;
    }

    /** What a server is told of them. */
    List<String> arguments() {
        return List.of(
                "--weir.soap.key-store=" + folder.resolve("server.p12"),
                "--weir.soap.key-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.trust-store=" + folder.resolve("server-trust.p12"),
                "--weir.soap.trust-store-password=" + DevelopmentKeys.PASSWORD,
                "--weir.soap.time-to-live=" + TIME_TO_LIVE.toMinutes() + "m");
    }

    /** The caller's side. */
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

    private static final class OfThisRun {
        static final SoapKeys KEYS = make();

        private static SoapKeys make() {
            try {
                Path folder = DevelopmentKeys.create(Instant.now());
                folder.toFile().deleteOnExit(); // what is named last is deleted first
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
