/**
 * Tests of the SOAP service without a transport. They check which messages are accepted and which are refused.
 *
 * <p>{@link dev.weir.soap.AttackTable} collects the attacks. The classes {@code *Attacks} define the rows of this
 * table. A name such as S06 is the id of a rule, as in {@link dev.weir.contract}.
 */
@NullMarked
package dev.weir.soap;

import org.jspecify.annotations.NullMarked;
