/**
 * A local web page that shows servers side by side while they run, or a run of {@code compare} while it goes on. Read
 * the packages in this order: {@code sample}, {@code load}, {@code fleet}, {@code run}, {@code page}.
 *
 * <p>The page has its own process, even during a {@code compare} run. So it takes no time from the load generator.
 */
@NullMarked
package dev.weir.watch;

import org.jspecify.annotations.NullMarked;
