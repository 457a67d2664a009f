/**
 * Follows a run of {@code compare} by the files that it writes. So it needs nothing of the process that measures, and
 * can also show a run that was started without it.
 */
@NullMarked
package dev.weir.watch.run;

import org.jspecify.annotations.NullMarked;
