/** Bodies that are read whole. */
@NullMarked
package io.aumbry.frontend.rest.body;

import org.jspecify.annotations.NullMarked;
