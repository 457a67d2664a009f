/**
 * Says what was found: one content, written as HTML and as Markdown.
 */
@NullMarked
package dev.weir.perf.report;

import org.jspecify.annotations.NullMarked;
