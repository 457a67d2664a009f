/**
 * Serves the experiment {@code GET /chain}, in which a server calls itself or another service. It exists only with
 * {@code weir.chain.enabled}. Both styles use the same code.
 */
@NullMarked
package dev.weir.reactive.web.chain;

import org.jspecify.annotations.NullMarked;
