/** XML as the gateway reads it: a parser without DOCTYPE and without entities, limits on what is parsed, and names. */
@NullMarked
package dev.weir.soap.xml;

import org.jspecify.annotations.NullMarked;
