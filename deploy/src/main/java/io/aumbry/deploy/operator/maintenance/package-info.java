/** Maintenance of hosts: the hosts that may be down now, from an observation of the cluster. */
@NullMarked
package io.aumbry.deploy.operator.maintenance;

import org.jspecify.annotations.NullMarked;
