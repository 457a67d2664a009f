/**
 * The values of a run: its plan, its environment, the records of its trials, and the results computed from them.
 * Jackson writes them as JSON and reads them back as equal values.
 */
@NullMarked
package dev.weir.perf.result;

import org.jspecify.annotations.NullMarked;
