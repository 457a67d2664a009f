/**
 * Lists files and folders, as JSON or HTML, with bounded memory. {@link dev.weir.listing.ListingPlan} decides which
 * list a request gets, and {@link dev.weir.listing.Listings} opens it.
 */
@NullMarked
package dev.weir.listing;

import org.jspecify.annotations.NullMarked;
