/** Tests of the folders of a plan. */
@NullMarked
package dev.weir.rights;

import org.jspecify.annotations.NullMarked;
