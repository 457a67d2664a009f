/**
 * The command line that compares the models head to head. It plans runs, conducts their trials, and computes
 * results.
 *
 * <p>{@code load} sends requests and checks every byte. {@code server} starts and observes the server's process.
 * {@code result} holds the results as values, and {@code report} renders them. Servers run in processes of their
 * own, so no model shares a heap, an event loop or a compiled method with the generator. Only the peer {@code
 * stock} is on this class path.
 */
@NullMarked
package dev.weir.perf;

import org.jspecify.annotations.NullMarked;
