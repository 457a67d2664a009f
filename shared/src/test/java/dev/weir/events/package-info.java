/**
 * Tests of the event log and its listeners. Most run in virtual time, so nothing waits or is timed.
 *
 * <p>{@link dev.weir.events.LogRules} runs against the real log. {@link dev.weir.events.BrokenLogsTest} also runs it
 * against logs with planted faults, which must fail. {@link dev.weir.events.NaiveLog} is a slow and simple model.
 * {@link dev.weir.events.ParsedStream} is a client that follows the standard exactly.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
