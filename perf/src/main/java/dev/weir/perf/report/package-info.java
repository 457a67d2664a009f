/** Renders the results of a measurement as reports, written as Markdown and as one HTML file with inline SVG. */
@NullMarked
package dev.weir.perf.report;

import org.jspecify.annotations.NullMarked;
