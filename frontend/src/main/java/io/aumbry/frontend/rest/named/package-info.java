/** The operations on names: uploads, reads, lists and deletes under {@code /named}. */
@NullMarked
package io.aumbry.frontend.rest.named;

import org.jspecify.annotations.NullMarked;
