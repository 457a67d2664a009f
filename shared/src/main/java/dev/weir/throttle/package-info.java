/**
 * Decides who may write how many bytes, and when.
 *
 * <p>{@link dev.weir.throttle.TokenBucket} and {@link dev.weir.throttle.Shaper} are plain state machines: time is an
 * argument, one thread at a time moves them. {@link dev.weir.throttle.Throttle} is that one writer, without being a
 * thread: whoever brings work when nobody is working does it. {@link dev.weir.clients.Client} is who pays,
 * {@link dev.weir.throttle.Download} asks for grants.
 *
 * <p>The article that Weir grew from left five questions open. The answers, and where they stand:
 *
 * <ul>
 *   <li><b>Most polls find no token.</b> Nothing polls. A refusal is a time ({@link
 *       dev.weir.throttle.TokenBucket#nanosUntil}), a waiting download is an entry in an ordered set, and one timer is
 *       set for the earliest of them ({@link dev.weir.throttle.Throttle}).
 *   <li><b>The file is opened on the HTTP thread.</b> {@code dev.weir.catalog.FileCatalog} is called off the event loop
 *       and off the connector's threads by the models that have few of these.
 *   <li><b>A global limit over the limits of the clients.</b> Not one bucket decorating another: a taker of both would
 *       hold the tokens of one while it waits for the other. {@link dev.weir.throttle.Shaper} first waits for the
 *       client's bucket without taking from it, then for the client's turn at the global one, and takes from both at
 *       once.
 *   <li><b>{@code tryTake} is a command and a query.</b> It is hard to part them while many threads use one bucket,
 *       since the answer is stale before the command runs. Here one writer moves the bucket, so {@link
 *       dev.weir.throttle.TokenBucket#nanosUntil} asks and {@link dev.weir.throttle.TokenBucket#take} takes.
 *   <li><b>Caching.</b> The page cache holds the bytes; {@code FileCatalog} shares open files between the downloads of
 *       the same version.
 * </ul>
 */
@NullMarked
package dev.weir.throttle;

import org.jspecify.annotations.NullMarked;
