/** Users, access keys and policies, as immutable values. */
@NullMarked
package io.aumbry.catalog.identity;

import org.jspecify.annotations.NullMarked;
