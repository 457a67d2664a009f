/**
 * The contract that every model meets, as tests. They are interfaces with default test methods, which run over real
 * sockets. A model is a way of waiting, and README lists the four.
 *
 * <p>A server's test implements {@link dev.weir.contract.ServerContract} and says how to start its server. The name of
 * a test begins with the id of its rule. {@code CONTRIBUTING.md} explains the letters of the ids. {@link
 * dev.weir.contract.Connection} writes and reads bytes, so that no client library hides an error in a request or an
 * answer. {@link dev.weir.contract.RealClientsContract} instead runs real clients.
 *
 * <p>The suite uses the server's internals in two places only. It reads meters, and {@link dev.weir.contract.Pause}
 * changes the throttle's global rate to hold up all downloads. So no test depends on how fast anything is.
 */
@NullMarked
package dev.weir.contract;

import org.jspecify.annotations.NullMarked;
