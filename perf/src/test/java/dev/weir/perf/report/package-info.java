@NullMarked
package dev.weir.perf.report;

import org.jspecify.annotations.NullMarked;
