/**
 * The servers that a run can compare: Weir with each of its threading models, other software, and servers with a
 * deliberate fault. Spring-WS handles the same SOAP messages as Weir, with the same algorithms and keys. Unlike Weir,
 * it refuses no replays, does not validate messages against the schema, and does not check which parts are signed.
 */
@NullMarked
package dev.weir.perf.contender;

import org.jspecify.annotations.NullMarked;
