/**
 * Runs one trial, whatever its load: starts a fresh server, checks it, warms it, and watches it in the measured window.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
