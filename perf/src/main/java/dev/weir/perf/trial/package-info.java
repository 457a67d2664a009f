/**
 * Scenarios, which are questions with a load and a server configuration, and their trials. A trial starts a fresh
 * server, checks a few answers, warms it, and measures it in a window of time.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
