/**
 * Addresses and chunk ids that carry an authentication code, so that their holders need no other
 * credentials and cannot change them.
 */
@NullMarked
package io.aumbry.frontend.access.signed;

import org.jspecify.annotations.NullMarked;
