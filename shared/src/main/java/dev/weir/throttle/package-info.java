/**
 * Decides when each download may write, and how many bytes.
 *
 * <p>A <em>grant</em> is the permission to write a number of bytes. A {@link dev.weir.throttle.Download} asks for
 * grants. A {@link dev.weir.throttle.Share} holds the token bucket of one client. All clients also share one global
 * bucket.
 *
 * <p>{@link dev.weir.throttle.TokenBucket} and {@link dev.weir.throttle.Shaper} are state machines without a clock.
 * {@link dev.weir.throttle.Throttle} serializes their calls without a thread of its own.
 *
 * <p>Weir grew from an article whose downloads poll a semaphore for tokens. It left five questions open:
 * <ul>
 * <li><b>Most polls of the semaphore find no token.</b> Weir does not poll. {@link
 * dev.weir.throttle.TokenBucket#nanosUntil} returns the wait, and one timer wakes the throttle for the next grant.
 * <li><b>The HTTP thread opens the file.</b> In Weir, a thread outside the event loop calls
 * {@code dev.weir.catalog.FileCatalog}.
 * <li><b>How does a global limit combine with the limits of the clients?</b> A download that took from one bucket
 * first would hold these tokens while it waits for the other. So {@link dev.weir.throttle.Shaper} waits for both
 * buckets without taking. Then it takes from both in one step.
 * <li><b>The article's {@code tryTake} is both a command and a query.</b> With many threads, a separate query would be
 * stale. In Weir, one thread at a time uses a bucket, so {@link dev.weir.throttle.TokenBucket#nanosUntil} is the query
 * and {@link dev.weir.throttle.TokenBucket#take} the command.
 * <li><b>Should the server cache files?</b> The operating system's page cache holds the bytes. {@code FileCatalog}
 * shares one open file between the downloads of a version.
 * </ul>
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
