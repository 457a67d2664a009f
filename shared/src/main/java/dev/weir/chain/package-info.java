/**
 * The experiment {@code GET /chain}, in which a server calls itself or another service. It is off by default, and
 * {@code weir.chain.enabled} turns it on. Each request of such a chain of calls is a level. This package decides who
 * may start a chain, which call comes next, how long a level waits, and which error response follows a failure. The two
 * servers send the calls, and wait for the answers.
 */
@NullMarked
package dev.weir.chain;

import org.jspecify.annotations.NullMarked;
