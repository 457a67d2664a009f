/**
 * Tests of the event log and of those who listen to it, in virtual time: nothing here waits or is timed, but for the tests
 * that hand over between threads.
 *
 * <p>{@link dev.weir.events.LogRules} is run against the real log and, by {@link dev.weir.events.BrokenLogsTest}, against
 * broken ones, which must fail. {@link dev.weir.events.NaiveLog} is the slow and obvious log, {@link
 * dev.weir.events.ParsedStream} the client as the standard has it.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
