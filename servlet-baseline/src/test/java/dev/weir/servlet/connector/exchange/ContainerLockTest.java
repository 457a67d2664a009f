package dev.weir.servlet.connector.exchange;

import dev.weir.contract.downloads.CompanyContract;
import dev.weir.contract.server.StartedServer;
import dev.weir.servlet.FaultyStream;
import dev.weir.servlet.ServletServer;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Tests {@link ContainerLock} with a pause between a failed write and the writer's reaction. Without the lock, Tomcat
 * would give the response object to another client during this pause.
 */
class ContainerLockTest implements CompanyContract {
    @RegisterExtension
    static final StartedServer SERVER =
            StartedServer.of(ServletServer.class, "--weir.model=async").with(Slow.class);

    @Override
    public StartedServer server() {
        return SERVER;
    }

    static final class Slow {
        @Bean
        OncePerRequestFilter pause() {
            return new OncePerRequestFilter() {
                @Override
                protected void doFilterInternal(
                        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws ServletException, IOException {
                    chain.doFilter(request, new SlowResponse(response));
                }
            };
        }
    }

    private static final class SlowResponse extends HttpServletResponseWrapper {
        SlowResponse(HttpServletResponse response) {
            super(response);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            return new SlowToFail(super.getOutputStream());
        }
    }

    /** Throws the exception of a failed write 100 ms late. Tomcat has then already reacted to the failure. */
    private static final class SlowToFail extends FaultyStream {
        SlowToFail(ServletOutputStream out) {
            super(out);
        }

        private interface Write {
            void run() throws IOException;
        }

        @Override
        public void write(int b) throws IOException {
            slowly(() -> out.write(b));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            slowly(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() throws IOException {
            slowly(out::flush);
        }

        private static void slowly(Write write) throws IOException {
            try {
                write.run();
            } catch (IOException e) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                throw e;
            }
        }
    }
}
