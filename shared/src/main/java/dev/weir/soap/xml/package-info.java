/**
 * Parses, builds and writes the XML of SOAP messages. The parser refuses DOCTYPE declarations and input that exceeds
 * its limits.
 */
@NullMarked
package dev.weir.soap.xml;

import org.jspecify.annotations.NullMarked;
