/** Secrets, and the keys with which frontends sign addresses, ids and tokens. */
@NullMarked
package io.aumbry.frontend.access.key;

import org.jspecify.annotations.NullMarked;
