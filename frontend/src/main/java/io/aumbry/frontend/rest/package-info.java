/**
 * The REST API: what a request asks for ({@link io.aumbry.frontend.rest.Routes}), the operations,
 * each a function from a request to an {@link io.aumbry.frontend.rest.Answer}, and errors as
 * clients see them ({@link io.aumbry.frontend.rest.RestError}).
 *
 * <p>Threads: a request is answered by its own virtual thread; what is shared is immutable.
 */
@NullMarked
package io.aumbry.frontend.rest;

import org.jspecify.annotations.NullMarked;
