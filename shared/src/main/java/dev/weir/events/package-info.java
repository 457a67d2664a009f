/**
 * Event push: one log for all subscribers. Each subscriber is a cursor into the log.
 *
 * <p>Nothing is queued per subscriber. A subscriber that comes back, a slow one and a live one are the same: a number
 * from which the log is read. So no event can be lost or come twice between the stored events and the live ones. If the
 * log has dropped events after a cursor, the subscriber gets an event of type {@code gap}.
 *
 * <p>Rejected: Reactor's {@code Sinks}. A multicast sink goes at the pace of the slowest subscriber or drops events
 * silently. Each subscriber would encode each event again. A new subscriber would copy the list of all subscribers.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
