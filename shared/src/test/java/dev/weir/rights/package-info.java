/** Tests of the folders that a plan allows its clients. */
@NullMarked
package dev.weir.rights;

import org.jspecify.annotations.NullMarked;
