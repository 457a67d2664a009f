/**
 * Follows a run of {@code compare} by the files that the run writes. So it needs no contact with the measuring process,
 * and can also show a run that was started without the page.
 */
@NullMarked
package dev.weir.watch.run;

import org.jspecify.annotations.NullMarked;
