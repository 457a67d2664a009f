/**
 * Decides which download may write how many bytes, and when.
 *
 * <p>{@link dev.weir.throttle.TokenBucket} and {@link dev.weir.throttle.Shaper} are plain state machines: time is an
 * argument, and one thread at a time moves them. {@link dev.weir.throttle.Throttle} ensures that without a thread of
 * its own: a caller that finds it idle does the work, and other callers only add to it. A {@link
 * dev.weir.throttle.Share} is the bucket of one client. A {@link dev.weir.throttle.Download} asks for grants.
 *
 * <p>The article that Weir grew from left five questions open. These are the answers:
 *
 * <ul>
 *   <li><b>Most polls find no token.</b> Nothing polls. A refusal is a time ({@link
 *       dev.weir.throttle.TokenBucket#nanosUntil}). A waiting download is an entry in an ordered set, and {@link
 *       dev.weir.throttle.Throttle} sets one timer for the earliest.
 *   <li><b>The file is opened on the HTTP thread.</b> Models with few threads call {@code dev.weir.catalog.FileCatalog}
 *       off the event loop and off the connector's threads.
 *   <li><b>A global limit over the limits of the clients.</b> One bucket does not decorate another: a download that
 *       takes from both in turn would hold the tokens of one while it waits for the other. {@link
 *       dev.weir.throttle.Shaper} waits for the client's bucket without taking from it, then waits for the client's
 *       turn at the global bucket, then takes from both at once.
 *   <li><b>{@code tryTake} is a command and a query.</b> They are hard to separate while many threads use one bucket,
 *       because the answer is stale before the command runs. Here one writer moves the bucket, so {@link
 *       dev.weir.throttle.TokenBucket#nanosUntil} asks and {@link dev.weir.throttle.TokenBucket#take} takes.
 *   <li><b>Caching.</b> The operating system's page cache holds the bytes. {@code FileCatalog} shares open files
 *       between downloads of the same version.
 * </ul>
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
