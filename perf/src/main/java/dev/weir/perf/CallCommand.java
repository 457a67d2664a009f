package dev.weir.perf;

import dev.weir.perf.trial.SoapKeys;
import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.RefusedResponseException;
import dev.weir.soap.SoapCall;
import dev.weir.soap.SoapClient;
import dev.weir.soap.message.SoapFaultException;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.Trust;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "call", description = "Calls the SOAP service once, with a signed message, and verifies the answer.")
final class CallCommand implements Callable<Integer> {
    private static final String DEFAULT = "default: ${DEFAULT-VALUE}";

    @Parameters(
            paramLabel = "URL",
            description = "the service; default: ${DEFAULT-VALUE}",
            defaultValue = "http://127.0.0.1:8080/ws")
    private URI service = URI.create("");

    @Option(names = "--a", converter = Values.AnyInt.class, description = DEFAULT, defaultValue = "1")
    private int a;

    @Option(names = "--b", converter = Values.AnyInt.class, description = DEFAULT, defaultValue = "2")
    private int b;

    @Option(
            names = "--keys",
            paramLabel = "DIR",
            converter = Values.ExistingFolder.class,
            description = "folder of development keys; a server logs its path")
    private @Nullable Path keys;

    @Option(
            names = "--key-store",
            paramLabel = "FILE",
            converter = Values.ExistingFile.class,
            description = "PKCS#12 with the signing key 'client'")
    private @Nullable Path keyStore;

    @Option(names = "--key-store-password", description = "default: that of development keys")
    private String keyStorePassword = DevelopmentKeys.PASSWORD;

    @Option(
            names = "--trust-store",
            paramLabel = "FILE",
            converter = Values.ExistingFile.class,
            description = "PKCS#12 with the server's certificate and those of all answers' signers")
    private @Nullable Path trustStore;

    @Option(names = "--trust-store-password", description = "default: that of development keys")
    private String trustStorePassword = DevelopmentKeys.PASSWORD;

    @Override
    public Integer call()
            throws IOException, InterruptedException, GeneralSecurityException, SoapFaultException,
                    RefusedResponseException {
        if (!"http".equals(service.getScheme()) && !"https".equals(service.getScheme())) {
            throw new BadUsageException("the URL '" + service + "' does not begin with http:// or https://");
        }
        try (SoapClient client = new SoapClient(caller(), InstantSource.system())) {
            System.out.println(client.plus(service, a, b));
            return 0;
        } catch (ConnectException e) {
            throw new IOException("there is no server at " + service, e); // a ConnectException has no useful message
        }
    }

    private SoapCall caller() throws IOException, GeneralSecurityException {
        if (keys != null && keyStore == null && trustStore == null) {
            return new SoapKeys(keys).caller();
        }
        if (keys != null || keyStore == null || trustStore == null) {
            throw new BadUsageException("give either --keys, or --key-store and --trust-store");
        }
        return new SoapCall(
                Identity.of(DevelopmentKeys.read(keyStore, keyStorePassword), "client", keyStorePassword),
                Trust.inServer(DevelopmentKeys.read(trustStore, trustStorePassword)),
                SoapKeys.TIME_TO_LIVE);
    }
}
