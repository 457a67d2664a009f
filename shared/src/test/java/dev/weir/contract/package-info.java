/**
 * The contract that every model meets, as tests: interfaces with default test methods, run over real sockets.
 *
 * <p>A server's test implements {@link dev.weir.contract.ServerContract} and says how to start its server. Test names
 * begin with the id of their rule. {@link dev.weir.contract.Connection} writes and reads bytes, so that no client
 * library hides an error in a request or an answer. {@link dev.weir.contract.RealClientsContract} instead runs real
 * clients.
 *
 * <p>The suite looks into the server in two places only: its meters, and the throttle's global rate, with which {@link
 * dev.weir.contract.Pause} holds up every download. So no test depends on how fast anything is.
 */
@NullMarked
package dev.weir.contract;

import org.jspecify.annotations.NullMarked;
