/** The check of a machine after its upgrade. */
@NullMarked
package io.aumbry.cluster.maintenance.machine;

import org.jspecify.annotations.NullMarked;
