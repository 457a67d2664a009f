/**
 * The command line that compares the threading models of the HTTP server. It plans a run, conducts its trials, and
 * computes the results. A contender is a server under comparison. A trial is one contender in a fresh process under one
 * load.
 *
 * <p>{@code load} is the load generator: it sends requests and checks every byte of the answers. {@code server} starts
 * and observes the servers. {@code result} holds the results as values, and {@code report} renders them. Each server
 * runs in a process of its own, so it shares no heap, event loop or compiled method with the load generator. Only
 * {@code stock}, the SOAP server made of Spring-WS alone, is on this class path.
 */
@NullMarked
package dev.weir.perf;

import org.jspecify.annotations.NullMarked;
