/**
 * The data of a run: its plan, its environment, the raw records of its trials, and the results computed from them.
 * Jackson writes these objects as JSON, and reads them back as equal objects.
 */
@NullMarked
package dev.weir.perf.result;

import org.jspecify.annotations.NullMarked;
