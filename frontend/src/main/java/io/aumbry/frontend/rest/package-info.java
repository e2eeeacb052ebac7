/**
 * The REST API: routing ({@link io.aumbry.frontend.rest.Routes}), operations from a request to an
 * {@link io.aumbry.frontend.rest.Answer}, and errors ({@link io.aumbry.frontend.rest.RestError}).
 *
 * <p>Each request runs on its own virtual thread; shared objects are immutable.
 */
@NullMarked
package io.aumbry.frontend.rest;

import org.jspecify.annotations.NullMarked;
