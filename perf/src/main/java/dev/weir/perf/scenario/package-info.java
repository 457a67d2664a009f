/**
 * The scenarios that a comparison can run. Each is a load and the configuration of the servers for it. They share the
 * phases of {@link dev.weir.perf.scenario.Loads}.
 */
@NullMarked
package dev.weir.perf.scenario;

import org.jspecify.annotations.NullMarked;
