/**
 * Decides when each download may write, and how many bytes.
 *
 * <p>A <em>grant</em> is the permission to write a number of bytes. A {@link dev.weir.throttle.Download} asks for
 * grants. A {@link dev.weir.throttle.Share} holds the token bucket of one client. All clients also share one global
 * bucket.
 *
 * <p>{@link dev.weir.throttle.TokenBucket} and {@link dev.weir.throttle.Shaper} are state machines without a clock.
 * {@link dev.weir.throttle.Throttle} makes them thread-safe without a thread of its own.
 *
 * <p>Weir grew from an article whose downloads poll a token bucket. The article left five questions open. Weir's
 * answers:
 * <ul>
 * <li><b>How can a download wait without polling?</b> {@link dev.weir.throttle.TokenBucket#nanosUntil} returns the
 * wait, and one timer wakes the throttle for the next grant.
 * <li><b>Which thread opens the file?</b> A thread that may block calls {@code dev.weir.catalog.FileCatalog}.
 * <li><b>How does a global limit combine with the limits of the clients?</b> {@link dev.weir.throttle.Shaper} waits
 * until the client's bucket and the global bucket hold enough, and then takes from both in one step. If a download took
 * from one bucket first, it would hold these tokens while it waits for the other bucket.
 * <li><b>How can the article's {@code tryTake} be split into a command and a query?</b>
 * {@link dev.weir.throttle.TokenBucket#nanosUntil} is the query and {@link dev.weir.throttle.TokenBucket#take} the
 * command. Only one thread at a time uses a bucket, so the result of the query is not stale.
 * <li><b>What caches files?</b> The operating system's page cache. {@code FileCatalog} also keeps small files in
 * memory.
 * </ul>
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
