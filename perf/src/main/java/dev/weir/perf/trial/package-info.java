/**
 * Runs the scenarios as trials. A scenario is a load with a server configuration. A trial starts a fresh server, checks
 * a few of its answers, warms it up, and measures it in a window of time.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
