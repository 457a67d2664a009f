/**
 * The contract that every model meets, as tests: interfaces with default test methods, run over real sockets.
 *
 * <p>A server's test implements {@link dev.weir.contract.ServerContract} and says how its server is started; that is
 * all. Test names begin with the rule's id. {@link dev.weir.contract.Connection} writes and reads bytes, so that no
 * client library tidies up a request or an answer on the way; but in {@link dev.weir.contract.RealClientsContract}, where
 * what real clients make of it is the question.
 *
 * <p>The suite looks into the server in two places only: its meters, and the throttle's global rate, by which {@link
 * dev.weir.contract.Pause} holds every download where it is. So no test depends on how fast anything is.
 */
@NullMarked
package dev.weir.contract;

import org.jspecify.annotations.NullMarked;
