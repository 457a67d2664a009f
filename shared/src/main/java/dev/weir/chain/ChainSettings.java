package dev.weir.chain;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code weir.chain.*} of the experiment {@code GET /chain} ({@link Chain}), before they are checked.
 *
 * @param enabled whether the server answers GET /chain, for clients on this machine only
 * @param downstream the URL that the server calls, without /chain at its end; if it is missing, the server calls itself
 * @param timeout the longest time for a whole chain of calls
 */
public record ChainSettings(
        @DefaultValue("false") boolean enabled,
        @Nullable String downstream,
        @DefaultValue("60s") Duration timeout) {}
