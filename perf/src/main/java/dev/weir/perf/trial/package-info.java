/** Runs one trial: starts a fresh server, checks it, warms it, and observes it in the measured window. */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
