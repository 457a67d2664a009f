@NullMarked
package dev.weir.events.http;

import org.jspecify.annotations.NullMarked;
