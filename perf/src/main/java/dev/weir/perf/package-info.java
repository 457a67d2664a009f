/**
 * The command line that compares the threading models of the HTTP server. A contender is a server under comparison. A
 * trial measures one contender under one load, in a fresh server process. {@code load} is the load generator, which
 * sends requests and checks every byte of the answers. {@code server} starts and observes the servers. {@code result}
 * holds the results as values, and {@code report} renders them.
 */
@NullMarked
package dev.weir.perf;

import org.jspecify.annotations.NullMarked;
