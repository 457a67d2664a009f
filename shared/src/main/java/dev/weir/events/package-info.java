/**
 * Pushes events to subscribers. All subscribers read from one log. Each subscriber has a cursor, which is the number of
 * the last event that it has read.
 *
 * <p>There is no queue per subscriber. Live, slow and reconnecting subscribers all read the log from their cursors. So
 * no event is lost or sent twice when a subscriber catches up with the live events. If the log has dropped events after
 * a subscriber's cursor, the subscriber gets an event of type {@code gap}.
 *
 * <p>Reactor's {@code Sinks} were rejected. A multicast sink runs at the pace of its slowest subscriber or drops events
 * silently. Each subscriber would encode each event again. Each new subscriber would copy the list of all subscribers.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
