/** SOAP envelopes, responses and faults, and the exceptions for refused messages. */
@NullMarked
package dev.weir.soap.message;

import org.jspecify.annotations.NullMarked;
