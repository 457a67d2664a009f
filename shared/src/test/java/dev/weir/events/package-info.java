/**
 * Tests of the event log and its listeners. Most run in simulated time, so that nothing waits.
 *
 * <p>{@link dev.weir.events.LogRules} are tests of the real log. {@link dev.weir.events.BrokenLogsTest} also runs them
 * on logs with planted faults, where they must fail. {@link dev.weir.events.NaiveLog} is a slow and simple model of the
 * log. {@link dev.weir.events.ParsedStream} is a client that follows the standard exactly.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
