/**
 * Parses, builds and writes the XML of the gateway. The parser refuses DOCTYPE declarations and input beyond its
 * limits.
 */
@NullMarked
package dev.weir.soap.xml;

import org.jspecify.annotations.NullMarked;
