/**
 * Event push: one log for all who listen, each of whom is a cursor into it.
 *
 * <p>Nothing is queued per subscriber. A subscriber that was away, one that is slow and one that is live are the same thing,
 * a number that the log is read from; so there is no moment between "what was kept" and "what is new" in which an event
 * could be lost or come twice. A cursor that the log has passed is told so in band, by an event of type {@code gap}.
 *
 * <p>Rejected: {@code Sinks}. Multicast goes at the pace of the slowest or drops in silence, each subscriber is encoded for
 * again, and to subscribe copies the list of all subscribers.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
