/**
 * Scenarios and their trials. A scenario is a question with a load and a server configuration. A trial starts a fresh
 * server, checks a few of its answers, warms it, and measures it in a window of time.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
