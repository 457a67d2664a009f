package dev.weir.servlet.chain;

import dev.weir.servlet.web.Exchange;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves {@code GET /chain} with blocking code, in the threading models {@code blocking} and {@code virtual}. The
 * server calls the next level of a chain of calls, and answers when that call has an answer.
 *
 * <p>Runs on the request's thread. Blocks that thread until the call has an answer. When the client disconnects,
 * {@link ChainCalls} cancels the call within one heartbeat interval, and the thread continues.
 */
@RestController
class BlockingChainController {
    private final ChainCalls calls;

    BlockingChainController(ChainCalls calls) {
        this.calls = calls;
    }

    @GetMapping("/chain")
    ResponseEntity<String> chain(HttpServletRequest request, HttpServletResponse response) {
        ChainCall call = calls.begin(new Exchange(request, response));
        try {
            return call.entity(call.answer().join());
        } catch (CompletionException | CancellationException e) {
            throw call.refusal(e);
        } finally {
            call.unwatch().run();
        }
    }
}
