package dev.weir.servlet;

import jakarta.servlet.ServletConnection;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/** Tomcat's HTTP/1.1 over NIO, whose requests know their {@link WatchedConnection}. Tomcat makes it, by name. */
public final class WatchedProtocol extends Http11NioProtocol {
    /** Whether somebody waits for a place: no further connection is accepted, or no thread is left for a request. */
    boolean full() {
        boolean connections = getMaxConnections() >= 0 && getConnectionCount() >= getMaxConnections();
        boolean threads = getExecutor() instanceof ThreadPoolExecutor pool
                && !pool.getQueue().isEmpty()
                && pool.getActiveCount() >= pool.getMaximumPoolSize();
        return connections || threads;
    }

    @Override
    protected Processor createProcessor() {
        return new Http11Processor(this, getAdapter()) {
            @Override
            protected ServletConnection getServletConnection() {
                ServletConnection connection = super.getServletConnection();
                boolean asTheyAre = !isSSLEnabled()
                        && getCompression().equals("off")
                        && !request.getMethod().equals("HEAD");
                return getSocketWrapper().getSocket() instanceof NioChannel channel && channel.isOpen()
                        ? new WatchedConnection(
                                connection,
                                channel.getIOChannel(),
                                asTheyAre,
                                timeout -> getSocketWrapper().setWriteTimeout(timeout.toMillis()))
                        : connection;
            }
        };
    }
}
