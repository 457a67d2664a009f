package dev.weir.perf.server;

import java.nio.file.Path;

/**
 * How nginx serves a folder, made equal to the servers it stands beside.
 *
 * @param root served below /files/
 * @param rateBytes a second of each connection; 0 for no limit
 * @param keepAliveRequests on one connection, at least 1
 * @param nchan whether its module of this name pushes events below /events
 */
public record NginxOptions(Cores cores, Path root, long rateBytes, int keepAliveRequests, boolean nchan) {
    /** As many requests on a connection as anyone sends: nginx has no word for no limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** What this machine's limit of open files leaves, with a few for nginx itself. */
    private static final int CONNECTIONS = 19_990;

    private static final int OPEN_FILES = 20_000;

    static final String PID_FILE = "nginx.pid";

    /** Where Debian puts it. */
    static final Path NCHAN = Path.of("/usr/lib/nginx/modules/ngx_nchan_module.so");

    /**
     * One channel, kept in memory as the servers keep their log, with polls that are asked like theirs. An id of zero is
     * before the first event. It does not ping: where events come, the servers send no heartbeats either.
     */
    private static final String EVENTS = """
            location = /events {
                nchan_publisher http;
                nchan_subscriber eventsource;
            }
            location = /events/next {
                if ($arg_timeout = 0) {
                    add_header Weir-Cursor 0:0 always;
                    return 204;
                }
                nchan_subscriber longpoll;
                nchan_subscriber_last_message_id $arg_after;
                add_header Weir-Cursor $nchan_message_id always;
            }
            nchan_channel_id events;
            nchan_message_buffer_length 65536;
            nchan_message_timeout 1h;
            """;

    public NginxOptions {
        if (keepAliveRequests < 1) {
            throw new IllegalArgumentException("keepAliveRequests " + keepAliveRequests + ": at least 1");
        }
    }

    public NginxOptions(Cores cores, Path root, long rateBytes, int keepAliveRequests) {
        this(cores, root, rateBytes, keepAliveRequests, false);
    }

    /** The same with that module. */
    public NginxOptions withNchan() {
        return new NginxOptions(cores, root, rateBytes, keepAliveRequests, true);
    }

    /** A worker does not pin itself: it inherits the cores that its master was started on. */
    String configuration(Path folder, int port) {
        return """
                %1$s%11$sdaemon off;
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
                    %12$s
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
                        %13$s
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
                        PID_FILE,
                        nchan ? "load_module " + NCHAN + ";\n" : "",
                        nchan ? "nchan_shared_memory_size 256M;" : "",
                        nchan ? EVENTS : "");
    }

    /** Started by root, workers would be somebody who may not read the served folder. */
    private static String asUser() {
        return "root".equals(System.getProperty("user.name")) ? "user root;\n" : "";
    }
}
