/** The limits that operators set for maintenance. */
@NullMarked
package io.aumbry.cluster.maintenance.limit;

import org.jspecify.annotations.NullMarked;
