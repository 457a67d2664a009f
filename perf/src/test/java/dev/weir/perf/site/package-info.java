@NullMarked
package dev.weir.perf.site;

import org.jspecify.annotations.NullMarked;
