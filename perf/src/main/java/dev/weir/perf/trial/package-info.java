/**
 * The scenarios and their trials. A scenario has a question, a load and a server plan. A trial starts a fresh server,
 * checks it, warms it, and observes it in the measured window.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
