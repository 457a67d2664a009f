/**
 * A local page that shows servers as they run, side by side, and a run of {@code compare} as it goes on. The packages in
 * the order of reading: {@code sample}, {@code load}, {@code fleet}, {@code run}, {@code page}.
 *
 * <p>It is a process of its own, also beside {@code compare}, so it takes no time from the load generator.
 */
@NullMarked
package dev.weir.watch;

import org.jspecify.annotations.NullMarked;
