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
 * Serves {@code /chain} with blocking code, in the models {@code blocking} and {@code virtual}.
 *
 * <p>Runs on the request's thread. Blocks that thread until the next level has answered, as
 * {@code HttpClient.send} does. When the client leaves, a sweep cancels the call, within a heartbeat, and the thread
 * goes on.
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
