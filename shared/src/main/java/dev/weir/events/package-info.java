/**
 * Pushes events to subscribers, who all read from one log.
 *
 * <p>Each subscriber has a cursor: the number of the last event that it has read. There is no queue per subscriber.
 * Live, slow and reconnecting subscribers all read after their cursors, so no event is lost or sent twice when a
 * subscriber catches up. If the log has dropped events after a cursor, the subscriber gets an event of type {@code
 * gap}.
 *
 * <p>Reactor's {@code Sinks} were rejected. A multicast sink runs at the pace of its slowest subscriber or drops
 * events silently. Each subscriber would encode each event again. Each new subscriber would copy the list of all
 * subscribers.
 */
@NullMarked
package dev.weir.events;

import org.jspecify.annotations.NullMarked;
