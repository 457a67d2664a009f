package dev.weir.servlet.chain;

import dev.weir.chain.ChainLevel;
import dev.weir.problem.RefusedException;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;

/**
 * A request for {@code GET /chain} that has no response yet. Each level of a chain sends a request to the next level.
 *
 * @param level the place of this request in the chain
 * @param answer completes with the body of the response, or with an exception if the call to the next level fails.
 *     Cancelling this future ends that call
 * @param unwatch stops the check for a disconnected client. Call it before the response is written
 */
record ChainCall(ChainLevel level, CompletableFuture<String> answer, Runnable unwatch) {
    ResponseEntity<String> entity(String body) {
        ResponseEntity.BodyBuilder entity = ResponseEntity.ok();
        level.fields().forEach(entity::header);
        return entity.body(body);
    }

    RefusedException refusal(Throwable failure) {
        return level.refusal(failure);
    }
}
