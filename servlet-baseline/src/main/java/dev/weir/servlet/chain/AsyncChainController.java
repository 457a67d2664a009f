package dev.weir.servlet.chain;

import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Serves {@code GET /chain} with a {@link DeferredResult}. The server calls the next level of a chain of calls, and
 * answers when that call has an answer.
 *
 * <p>Runs on a connector thread until it has sent the call. No thread waits for the answer of the call. A connector
 * thread writes the response. When the client disconnects, {@link ChainCalls} cancels the call within one heartbeat
 * interval.
 */
@RestController
class AsyncChainController {
    private static final long NO_TIMEOUT = 0; // the call has a time-out of its own

    private final ChainCalls calls;

    AsyncChainController(ChainCalls calls) {
        this.calls = calls;
    }

    @GetMapping("/chain")
    DeferredResult<ResponseEntity<String>> chain(HttpServletRequest request, HttpServletResponse response) {
        ChainCall call = calls.begin(new Exchange(request, response));
        DeferredResult<ResponseEntity<String>> result = new DeferredResult<>(NO_TIMEOUT);
        result.onCompletion(() -> call.answer().cancel(false)); // has an effect only if the request ends first
        var _ = call.answer().whenComplete((body, failure) -> {
            call.unwatch().run();
            if (failure == null) {
                result.setResult(call.entity(body));
            } else {
                result.setErrorResult(call.refusal(failure));
            }
        });
        return result;
    }
}
