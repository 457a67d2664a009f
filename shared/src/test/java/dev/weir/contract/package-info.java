/**
 * Tests that each server must pass in each of its threading models. In some of these models, a thread waits for each
 * slow client. In others, no thread waits. The tests are default methods of interfaces, and run over real sockets.
 *
 * <p>A server's test implements {@link dev.weir.contract.ServerContract} and says how to start its server. The name of
 * a test begins with the id of its rule. {@code CONTRIBUTING.md} explains the letters of the ids.
 *
 * <p>Each package has the tests of one subject, with four exceptions: {@code connection} has the sockets of the tests,
 * {@code server} starts the servers, {@code fault} plants faults in them, and {@code external} runs the contract for
 * {@code ./weir check}, against a server of any make.
 *
 * <p>Most tests see only what a client sees. Some read metrics, look into the cache of files, or make the event log
 * behave as if Redis were gone. {@link dev.weir.contract.server.Pause} changes the throttle's global rate to make all
 * downloads wait. So no test depends on how fast anything is.
 */
@NullMarked
package dev.weir.contract;

import org.jspecify.annotations.NullMarked;
