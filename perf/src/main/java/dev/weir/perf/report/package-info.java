/**
 * Renders the results of a measurement as reports. A report is a {@link dev.weir.perf.report.Document}, written as
 * Markdown and as one HTML file with inline SVG.
 */
@NullMarked
package dev.weir.perf.report;

import org.jspecify.annotations.NullMarked;
