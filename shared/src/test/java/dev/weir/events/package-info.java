/**
 * Tests of the event log and its listeners in virtual time: nothing waits or is timed, except in tests of several
 * threads.
 *
 * <p>{@link dev.weir.events.LogRules} runs against the real log. {@link dev.weir.events.BrokenLogsTest} runs it against
 * broken ones, which must fail. {@link dev.weir.events.NaiveLog} is a slow and simple model. {@link
 * dev.weir.events.ParsedStream} is a client exactly by the standard.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
