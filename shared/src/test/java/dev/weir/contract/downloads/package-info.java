/** Tests of downloads: files, ranges, folders, the throttle, and clients that leave or stall. */
@NullMarked
package dev.weir.contract.downloads;

import org.jspecify.annotations.NullMarked;
