package dev.weir.servlet.connector.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.weir.servlet.ServletServer;
import dev.weir.servlet.connector.exchange.TomcatField;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionHook;
import org.apache.coyote.InputBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Tests {@link BodyEnd}. Like Tomcat, the test asks in two steps whether a request body was read to its end. The whole
 * body arrives between the steps. The answer must be no, because nobody has read the body yet.
 */
class BodyEndTest {
    private static final CountDownLatch ASKED = new CountDownLatch(1);
    private static final BlockingQueue<Boolean> COMPLETE = new LinkedBlockingQueue<>();

    @Test
    void aBodyIsNotCompleteBeforeItsBytesAreRead() throws IOException, InterruptedException {
        OkHttpClient client = new OkHttpClient.Builder()
                .protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
                .build();
        try (ConfigurableApplicationContext server = new SpringApplicationBuilder(ServletServer.class, Asking.class)
                .registerShutdownHook(false)
                .run("--server.port=0", "--management.server.port=-1", "--server.http2.enabled=true")) {
            String port = server.getEnvironment().getRequiredProperty("local.server.port");
            okhttp3.Request post = new okhttp3.Request.Builder()
                    .url("http://127.0.0.1:" + port + "/")
                    .post(new LateBody())
                    .build();
            client.newCall(post).execute().close();
            assertThat(COMPLETE.poll(10, TimeUnit.SECONDS)).isFalse();
        } finally {
            client.connectionPool().evictAll();
            client.dispatcher().executorService().shutdown();
        }
    }

    /** A request body that the client sends later than the request head, in one frame that ends the stream. */
    private static final class LateBody extends RequestBody {
        @Override
        public @Nullable MediaType contentType() {
            return null;
        }

        @Override
        public boolean isDuplex() { // otherwise the client keeps the head until the body comes
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            try {
                ASKED.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            sink.writeUtf8("x");
            sink.close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Asking {
        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> valve() {
            return factory -> factory.addEngineValves(new ValveBase(true) {
                @Override
                public void invoke(Request request, Response response) {
                    COMPLETE.add(new Body(request).isComplete());
                }
            });
        }
    }

    /** Gives access to Tomcat's internal objects for the body of one request. */
    private static final class Body {
        private static final Class<?> STREAM = TomcatField.http2("Stream");
        private static final Class<?> INPUT_BUFFER = TomcatField.http2("Stream$StreamInputBuffer");
        private static final VarHandle HOOK = TomcatField.of(org.apache.coyote.Request.class, "hook", ActionHook.class);
        private static final VarHandle SERVED = TomcatField.of(TomcatField.http2("StreamProcessor"), "stream", STREAM);
        private static final VarHandle INPUT = TomcatField.of(STREAM, "inputBuffer", INPUT_BUFFER);
        private static final VarHandle LOCK =
                TomcatField.of(TomcatField.http2("Stream$StandardStreamInputBuffer"), "readStateLock", Lock.class);

        private final Object stream;
        private final InputBuffer input;
        private final ReentrantLock lock;

        Body(Request request) {
            stream = SERVED.get(HOOK.get(request.getCoyoteRequest()));
            input = (InputBuffer) INPUT.get(stream);
            lock = (ReentrantLock) LOCK.get(input);
        }

        /**
         * Does the same as Tomcat's method {@code isRequestBodyFullyRead}, but waits between its two steps until the
         * body arrives.
         */
        boolean isComplete() {
            call(INPUT_BUFFER, "getInBuffer", input, true); // otherwise the body waits for the lock until it has one
            lock.lock();
            try {
                boolean empty = input.available() == 0;
                ASKED.countDown();
                await().until(lock::hasQueuedThreads);
                return empty && (boolean) call(STREAM, "isInputFinished", stream);
            } finally {
                lock.unlock();
            }
        }

        private static Object call(Class<?> type, String name, Object target, Object... arguments) {
            try {
                Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {boolean.class};
                Method method = type.getDeclaredMethod(name, types);
                method.setAccessible(true);
                return method.invoke(target, arguments);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
