package dev.weir.servlet.connector;

import dev.weir.browser.SecurityFields;
import dev.weir.problem.Problem;
import dev.weir.servlet.connector.exchange.Expectation;
import dev.weir.servlet.connector.exchange.UnreadAnswers;
import dev.weir.servlet.connector.exchange.WatchedAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.ContinueResponseTiming;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;
import org.springframework.http.MediaType;

/**
 * Answers {@code OPTIONS *}. Adds a problem document as the body when Tomcat refuses an HTTP/2 request. Sends 100
 * (Continue) only when the application wants the request body.
 */
final class RequestAdapter extends ForwardingAdapter {
    /** The value of {@code Allow} for {@code OPTIONS *}. Tomcat's own value also names unsupported methods. */
    private static final String ALLOWED = "GET, HEAD, POST, OPTIONS";

    private final UnreadAnswers unreadAnswers;
    private final LongAdder served;

    /** @param served the number of threads that are serving a request; this adapter updates the number */
    RequestAdapter(Adapter container, UnreadAnswers unreadAnswers, LongAdder served) {
        super(container);
        this.unreadAnswers = unreadAnswers;
        this.served = served;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        served.increment();
        try {
            serve(request, response);
        } finally {
            served.decrement();
        }
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
        served.increment();
        try {
            return super.asyncDispatch(request, response, event);
        } finally {
            served.decrement();
        }
    }

    private void serve(Request request, Response response) throws Exception {
        WatchedAnswer answer = unreadAnswers.watch(response);
        if (!response.isError() && request.requestURI().equals("*") && "OPTIONS".equals(request.getMethod())) {
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            response.setHeader("Allow", ALLOWED);
            response.action(ActionCode.CLOSE, null);
            log(request, response, 0);
            return;
        }
        if (request.hasExpectation()) {
            Expectation.set(request, () -> {
                Runnable say = () -> request.action(ActionCode.ACK, ContinueResponseTiming.ALWAYS);
                if (answer == null) {
                    say.run();
                } else {
                    answer.write(say);
                }
                request.setExpectation(false); // otherwise Tomcat sends 100 (Continue) again at the first read
            });
        }
        super.service(request, response);
    }

    /** Logs a request. If Tomcat has refused an HTTP/2 request, first sends a problem document as the response body. */
    @Override
    public void log(Request request, Response response, long time) {
        int status = response.getStatus();
        if (status >= 400 && !response.isCommitted() && request.protocol().equals("HTTP/2.0")) {
            var _ = unreadAnswers.watch(response);
            byte[] body = Problem.json(status).getBytes(StandardCharsets.UTF_8);
            SecurityFields.OF_DATA.forEach(response::setHeader);
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            response.setContentLength(body.length);
            try {
                response.doWrite(ByteBuffer.wrap(body));
                response.action(ActionCode.CLOSE, null);
            } catch (IOException e) {
                // The client has left.
            }
        }
        super.log(request, response, time);
    }
}
