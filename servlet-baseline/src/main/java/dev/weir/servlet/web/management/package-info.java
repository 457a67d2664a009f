/** Guards the management port, and gives its errors the form of all others. */
@NullMarked
package dev.weir.servlet.web.management;

import org.jspecify.annotations.NullMarked;
