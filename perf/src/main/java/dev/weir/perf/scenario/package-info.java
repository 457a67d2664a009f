/** The scenarios. Each has a question, a load, a server plan, and code that runs one trial. */
@NullMarked
package dev.weir.perf.scenario;

import org.jspecify.annotations.NullMarked;
