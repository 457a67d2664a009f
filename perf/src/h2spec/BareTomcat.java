import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** A plain Tomcat with HTTP/2 that serves the files of a folder. Arguments: PORT FOLDER [KEY-STORE PASSWORD]. */
final class BareTomcat {
    public static void main(String... arguments) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("bare-tomcat").toString());
        Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(Integer.parseInt(arguments[0]));
        connector.setProperty("address", "127.0.0.1");
        connector.addUpgradeProtocol(new Http2Protocol());
        if (arguments.length > 2) {
            SSLHostConfig host = new SSLHostConfig();
            SSLHostConfigCertificate certificate =
                    new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
            certificate.setCertificateKeystoreFile(arguments[2]);
            certificate.setCertificateKeystorePassword(arguments[3]);
            host.addCertificate(certificate);
            connector.addSslHostConfig(host);
            connector.setProperty("SSLEnabled", "true");
            connector.setScheme("https");
            connector.setSecure(true);
        }
        tomcat.setConnector(connector);
        Context context =
                tomcat.addContext("", Path.of(arguments[1]).toAbsolutePath().toString());
        context.addWelcomeFile("index.html");
        Tomcat.addServlet(context, "default", new DefaultServlet());
        context.addServletMappingDecoded("/", "default");
        tomcat.start();
        tomcat.getServer().await();
    }
}
