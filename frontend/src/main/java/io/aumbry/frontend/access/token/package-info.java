/** Short-lived bearer tokens, which a client gets for an access key. */
@NullMarked
package io.aumbry.frontend.access.token;

import org.jspecify.annotations.NullMarked;
