/**
 * The merge of states. It takes the maximum of (life version, deleted, time of the change) and,
 * separately, the maximum of the expiries. It is commutative, associative and idempotent, so
 * replicas agree in whatever order and however often they see records.
 */
@NullMarked
package io.aumbry.store.state;

import org.jspecify.annotations.NullMarked;
