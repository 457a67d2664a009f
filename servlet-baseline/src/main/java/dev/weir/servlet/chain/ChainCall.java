package dev.weir.servlet.chain;

import dev.weir.chain.ChainLevel;
import dev.weir.problem.RefusedException;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.ResponseEntity;

/**
 * A request for {@code /chain} that is not answered yet.
 *
 * @param answer completes with the body of the answer, or with the failure. Cancelling it ends the call to the next
 *     level
 * @param unwatch stops watching whether the client leaves. Call it before the answer is written
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
