/** SOAP envelopes, answers and faults, and the refusals that become faults. */
@NullMarked
package dev.weir.soap.message;

import org.jspecify.annotations.NullMarked;
