/**
 * Decides when each download may write, and how many bytes.
 *
 * <p>A <em>grant</em> is the permission to write a number of bytes. A {@link dev.weir.throttle.Download} asks for
 * grants. A {@link dev.weir.throttle.Share} holds the token bucket of one client. All downloads of the client use it.
 * All clients also use one global bucket.
 *
 * <p>{@link dev.weir.throttle.TokenBucket} and {@link dev.weir.throttle.Shaper} are plain state machines. Each call
 * passes the current time. They are not thread-safe, so {@link dev.weir.throttle.Throttle} serializes the calls. It has
 * no thread of its own. A caller that finds the throttle idle runs the queued calls. Every other caller only adds its
 * call to the queue.
 *
 * <p>The article that Weir grew from left five questions open. This package answers them:
 *
 * <ul>
 *   <li><b>Most polls of the semaphore find no token.</b> Weir does not poll. {@link
 *       dev.weir.throttle.TokenBucket#nanosUntil} returns how long a caller has to wait. {@link
 *       dev.weir.throttle.Throttle} keeps the waiting downloads in order and sets one timer for the first.
 *   <li><b>The HTTP thread opens the file.</b> In the threading models with event loops, a thread outside the event
 *       loop calls {@code dev.weir.catalog.FileCatalog}.
 *   <li><b>How does a global limit combine with the limits of the clients?</b> A download that took from one bucket
 *       after the other would hold tokens of the first while it waits for the second. {@link dev.weir.throttle.Shaper}
 *       first waits until the client's bucket can pay, and takes nothing. Then it waits for the client's turn at the
 *       global bucket. Then it takes from both buckets in one step.
 *   <li><b>{@code tryTake} is both a command and a query.</b> With many threads, a separate query would be stale before
 *       the command runs. Here only one thread at a time uses a bucket. So {@link
 *       dev.weir.throttle.TokenBucket#nanosUntil} is the query and {@link dev.weir.throttle.TokenBucket#take} is the
 *       command.
 *   <li><b>Should the server cache files?</b> The operating system's page cache holds the bytes. {@code FileCatalog}
 *       shares an open file between the downloads of the same version.
 * </ul>
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
