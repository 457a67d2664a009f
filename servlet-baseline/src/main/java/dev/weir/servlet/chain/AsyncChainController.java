package dev.weir.servlet.chain;

import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/**
 * Serves {@code /chain} with a {@link DeferredResult}.
 *
 * <p>Runs on a connector thread until the next level is called. Blocks no thread while it waits. A connector thread
 * writes the answer. When the client leaves, a sweep cancels the call, within a heartbeat.
 */
@RestController
class AsyncChainController {
    private static final long NO_TIMEOUT = 0; // the call has its own

    private final ChainCalls calls;

    AsyncChainController(ChainCalls calls) {
        this.calls = calls;
    }

    @GetMapping("/chain")
    DeferredResult<ResponseEntity<String>> chain(HttpServletRequest request, HttpServletResponse response) {
        ChainCall call = calls.begin(new Exchange(request, response));
        DeferredResult<ResponseEntity<String>> result = new DeferredResult<>(NO_TIMEOUT);
        result.onCompletion(() -> call.answer().cancel(false)); // if the request has ended first
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
