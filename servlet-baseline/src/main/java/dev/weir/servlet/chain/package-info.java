/**
 * Serves the experiment {@code GET /chain}, in which a server calls itself or another service. It exists only with
 * {@code weir.chain.enabled}. Both styles use the same code. The models have the same client, and differ only in how
 * they wait for its answer.
 */
@NullMarked
package dev.weir.servlet.chain;

import org.jspecify.annotations.NullMarked;
