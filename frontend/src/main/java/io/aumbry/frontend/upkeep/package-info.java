/** Periodic work of a frontend in the background. */
@NullMarked
package io.aumbry.frontend.upkeep;

import org.jspecify.annotations.NullMarked;
