/**
 * Serves the experiment {@code GET /chain}, in which a server calls itself or another service. It exists only if the
 * property {@code weir.chain.enabled} is true. The code styles {@code tuned} and {@code idiomatic} share this code.
 */
@NullMarked
package dev.weir.reactive.web.chain;

import org.jspecify.annotations.NullMarked;
