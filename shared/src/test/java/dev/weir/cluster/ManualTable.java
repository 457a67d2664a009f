package dev.weir.cluster;

import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** The leases on a real Redis, on a clock that the test moves. A call waits for its answer. */
final class ManualTable implements LeaseTable {
    /** The script as it is, apart from its clock. */
    static final String TEXT = RedisScript.text("manual-clock.lua", "lease.lua");

    private static final int KEYS_BEFORE_CLAIMS = 2;

    private final RedisLink link;
    private final RedisScript script;
    private final LongSupplier millis;
    private boolean down;
    private int calls;
    private int claims;

    ManualTable(RedisLink link, String text, LongSupplier millis) {
        this.link = link;
        this.script = new RedisScript(text);
        this.millis = millis;
    }

    @Override
    public CompletableFuture<List<Object>> renew(List<String> keys, List<String> arguments) {
        if (down) {
            return CompletableFuture.failedFuture(new RedisGoneException());
        }
        calls++;
        claims += keys.size() - KEYS_BEFORE_CLAIMS;
        List<String> all = new ArrayList<>(arguments);
        all.add(Long.toString(millis.getAsLong()));
        List<Object> answer = script.<List<Object>>run(link, ScriptOutputType.MULTI, keys, all.toArray(String[]::new))
                .join();
        return CompletableFuture.completedFuture(answer);
    }

    /** Lets every call fail from now on, or answers again. */
    void down(boolean isDown) {
        down = isDown;
    }

    /** The number of claims in all calls so far. */
    int claims() {
        return claims;
    }

    /** The number of calls so far. */
    int calls() {
        return calls;
    }
}
