package dev.weir.perf.server;

import java.nio.file.Path;

/**
 * How nginx serves a folder, made equal to the servers it stands beside.
 *
 * @param root served below /files/
 * @param rateBytes a second of each connection; 0 for no limit
 * @param keepAliveRequests on one connection, at least 1
 */
public record NginxOptions(Cores cores, Path root, long rateBytes, int keepAliveRequests) {
    /** As many requests on a connection as anyone sends: nginx has no word for no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** What this machine's limit of open files leaves, with a few for nginx itself. */
    private static final int CONNECTIONS = 19_990;

    private static final int OPEN_FILES = 20_000;

    static final String PID_FILE = "nginx.pid";

    public NginxOptions {
        if (keepAliveRequests < 1) {
            throw new IllegalArgumentException("keepAliveRequests " + keepAliveRequests + ": at least 1");
        }
    }

    /** A worker does not pin itself: it inherits the cores that its master was started on. */
    String configuration(Path folder, int port) {
        return """
                %1$sdaemon off;
                pid %2$s/%10$s;
                error_log stderr warn;
                worker_processes %3$d;
                worker_rlimit_nofile %4$d;
                events {
                    worker_connections %5$d;
                }
                http {
                    access_log off;
                    default_type application/octet-stream;
                    sendfile on;
                    open_file_cache max=1000 inactive=1h;
                    open_file_cache_valid 1h;
                    keepalive_timeout 10m;
                    keepalive_requests %6$d;
                    client_body_temp_path %2$s;
                    proxy_temp_path %2$s;
                    fastcgi_temp_path %2$s;
                    uwsgi_temp_path %2$s;
                    scgi_temp_path %2$s;
                    server {
                        # As many waiting for a place as Tomcat is given.
                        listen 127.0.0.1:%7$d backlog=1024;
                        location = /health {
                            return 204;
                        }
                        location /files/ {
                            alias %8$s/;
                            limit_rate %9$d;
                        }
                    }
                }
                """.formatted(
                        asUser(),
                        folder,
                        cores.processors(),
                        OPEN_FILES,
                        CONNECTIONS,
                        keepAliveRequests,
                        port,
                        root.toAbsolutePath(),
                        rateBytes,
                        PID_FILE);
    }

    /** Started by root, workers would be somebody who may not read the served folder. */
    private static String asUser() {
        return "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
    }
}
