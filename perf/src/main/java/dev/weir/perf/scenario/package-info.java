/** The scenarios that a comparison can run. Each is a load and the configuration of the servers for this load. */
@NullMarked
package dev.weir.perf.scenario;

import org.jspecify.annotations.NullMarked;
