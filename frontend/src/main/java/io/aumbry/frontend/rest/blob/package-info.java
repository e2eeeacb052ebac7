/** The operations on blobs: uploads, reads, changes and their fields. */
@NullMarked
package io.aumbry.frontend.rest.blob;

import org.jspecify.annotations.NullMarked;
