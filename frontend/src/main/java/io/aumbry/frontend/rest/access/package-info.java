/** The gate of the REST API: credentials of HTTP requests, and decisions about their actions. */
@NullMarked
package io.aumbry.frontend.rest.access;

import org.jspecify.annotations.NullMarked;
