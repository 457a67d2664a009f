/** The folders of files and the topics of events that the clients of a plan may use. */
@NullMarked
package dev.weir.rights;

import org.jspecify.annotations.NullMarked;
