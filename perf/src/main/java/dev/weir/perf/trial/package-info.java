/**
 * The scenarios and their trials. A scenario is a question with a load and a server configuration. A trial measures
 * one contender under one load: it starts a fresh server process, checks a few answers, warms the server, and measures
 * it in a window of time.
 */
@NullMarked
package dev.weir.perf.trial;

import org.jspecify.annotations.NullMarked;
