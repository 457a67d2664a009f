package dev.weir.perf.trial;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.DevelopmentKeys;
import dev.weir.soap.SoapGateway;
import dev.weir.soap.endpoint.Calculator;
import dev.weir.soap.endpoint.Operations;
import dev.weir.soap.message.SoapAnswer;
import dev.weir.soap.wssecurity.Identity;
import dev.weir.soap.wssecurity.ReplayCache;
import dev.weir.soap.wssecurity.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A SOAP service over HTTP in this process, with the keys in a folder. A test can make its answers wrong. */
public final class SoapService implements AutoCloseable {
    private final SoapGateway gateway;
    private final HttpServer server;
    private final UnaryOperator<SoapAnswer> spoiled;

    public SoapService(Path keys, UnaryOperator<SoapAnswer> spoiled) throws IOException, GeneralSecurityException {
        String password = DevelopmentKeys.PASSWORD;
        Identity identity = Identity.of(DevelopmentKeys.read(keys.resolve("server.p12"), password), "server", password);
        this.spoiled = spoiled;
        Trust clients = Trust.inClients(
                DevelopmentKeys.read(keys.resolve("server-trust.p12"), password),
                null,
                signer -> !signer.equals(identity.certificate()));
        gateway = new SoapGateway(
                identity,
                identity,
                () -> clients,
                SoapKeys.TIME_TO_LIVE,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                new ReplayCache(1_000),
                new Operations(new AnnotationConfigApplicationContext(Calculator.class)));
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/ws", this::answer);
        server.start();
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            SoapAnswer answer =
                    spoiled.apply(gateway.answer(exchange.getRequestBody().readAllBytes(), Instant.now()));
            exchange.getResponseHeaders().set("Content-Type", SoapAnswer.MEDIA_TYPE);
            exchange.sendResponseHeaders(answer.status(), answer.envelope().length);
            exchange.getResponseBody().write(answer.envelope());
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
