/** The HTML page that a browser shows at {@code /}. */
@NullMarked
package dev.weir.page;

import org.jspecify.annotations.NullMarked;
