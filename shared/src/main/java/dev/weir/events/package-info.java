/**
 * Pushes events to subscribers. All subscribers read from one log.
 *
 * <p>Each subscriber has a cursor: the number of the last event that it has read. There is no queue per subscriber.
 * Every subscriber reads the events after its cursor, whether it is live, slow or reconnecting. So no event is lost or
 * sent twice when a subscriber catches up. If the log no longer has the events after a cursor, the subscriber gets an
 * event of type {@code gap}.
 *
 * <p>Reactor's {@code Sinks} were rejected. A multicast sink runs at the pace of its slowest subscriber or drops events
 * silently. It would encode each event once per subscriber. Each new subscriber would copy the list of all subscribers.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
