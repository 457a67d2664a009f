/**
 * Serves the experiment {@code GET /chain}, in which a server calls itself or another service. It exists only if the
 * property {@code weir.chain.enabled} is true. The code styles {@code tuned} and {@code idiomatic} share this code. All
 * threading models use the same HTTP client, and differ only in how they wait for the answer.
 */
@NullMarked
package dev.weir.servlet.chain;

import org.jspecify.annotations.NullMarked;
