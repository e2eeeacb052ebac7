/** Ambry's operational endpoints, answered from the cluster view. */
@NullMarked
package io.aumbry.frontend.rest.cluster;

import org.jspecify.annotations.NullMarked;
