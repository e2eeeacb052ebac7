/** The state of a cluster, and of a drain or rebalance, as text and as JSON. */
@NullMarked
package io.aumbry.deploy.operator.status;

import org.jspecify.annotations.NullMarked;
