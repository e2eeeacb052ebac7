/** Health checks and CORS preflights. */
@NullMarked
package io.aumbry.frontend.rest.probe;

import org.jspecify.annotations.NullMarked;
