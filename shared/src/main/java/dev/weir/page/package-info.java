/** What a browser sees first. */
@NullMarked
package dev.weir.page;

import org.jspecify.annotations.NullMarked;
