/** The XML tools of the gateway: a parser with limits and without DOCTYPE and entities, XML trees, and XML names. */
@NullMarked
package dev.weir.soap.xml;

import org.jspecify.annotations.NullMarked;
