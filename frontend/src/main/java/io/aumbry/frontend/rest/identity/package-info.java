/** Users, access keys, policies and roles in the REST API. */
@NullMarked
package io.aumbry.frontend.rest.identity;

import org.jspecify.annotations.NullMarked;
