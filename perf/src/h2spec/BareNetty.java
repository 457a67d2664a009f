import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/** A plain Reactor Netty with HTTP/2 that serves a folder's files. Arguments: PORT FOLDER [KEY-STORE PASSWORD]. */
final class BareNetty {
    public static void main(String... arguments) throws Exception {
        Path root = Path.of(arguments[1]);
        HttpServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(Integer.parseInt(arguments[0]))
                .protocol(arguments.length > 2 ? HttpProtocol.H2 : HttpProtocol.H2C, HttpProtocol.HTTP11)
                .route(routes -> routes.get("/", (request, response) -> response.sendFile(root.resolve("index.html")))
                        .get("/files/{name}", (request, response) -> {
                            Path file = root.resolve("files").resolve(request.param("name"));
                            return Files.exists(file) ? response.sendFile(file) : response.sendNotFound();
                        }));
        if (arguments.length > 2) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            try (InputStream file = Files.newInputStream(Path.of(arguments[2]))) {
                store.load(file, arguments[3].toCharArray());
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, arguments[3].toCharArray());
            server = server.secure(secure -> secure.sslContext(Http2SslContextSpec.forServer(keys)));
        }
        server.bindNow().onDispose().block();
    }
}
