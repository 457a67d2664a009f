@NullMarked
package dev.weir.browser;

import org.jspecify.annotations.NullMarked;
