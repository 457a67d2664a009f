/**
 * The experiment {@code GET /chain}, in which a server calls itself or another service. It is off unless
 * {@code weir.chain.enabled} turns it on. Each request of such a chain of calls is a level. This package decides who
 * may ask, which call comes next, how long a level waits, and which error a failure becomes. The servers send the calls
 * and wait.
 */
@NullMarked
package dev.weir.chain;

import org.jspecify.annotations.NullMarked;
