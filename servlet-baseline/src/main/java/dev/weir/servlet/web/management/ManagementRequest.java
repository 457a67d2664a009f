package dev.weir.servlet.web.management;

import dev.weir.browser.ManagementGuard;
import dev.weir.problem.ManagementProblems;
import dev.weir.problem.Problem;
import dev.weir.problem.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.util.ContentCachingRequestWrapper;

/**
 * A request to the management port as Spring's endpoints see it. Limits the length of its body. Confined to the
 * request's thread.
 */
final class ManagementRequest extends ContentCachingRequestWrapper {
    ManagementRequest(HttpServletRequest request) {
        super(request, ManagementProblems.MOST_BODY_BYTES);
    }

    /**
     * Returns JSON if the request has neither a body nor a {@code Content-Type}. Without a type, the endpoints would
     * refuse a change.
     */
    @Override
    public @Nullable String getContentType() {
        String type = super.getContentType();
        return type == null
                        && !ManagementGuard.hasBody(
                                getHeader(HttpHeaders.CONTENT_LENGTH), getHeader(HttpHeaders.TRANSFER_ENCODING))
                ? MediaType.APPLICATION_JSON_VALUE
                : type;
    }

    /** Refuses the request. Spring calls this method when an endpoint reads more bytes than the limit. */
    @Override
    protected void handleContentOverflow(int most) {
        throw new RefusedException(Problem.CHANGE_TOO_LARGE);
    }
}
