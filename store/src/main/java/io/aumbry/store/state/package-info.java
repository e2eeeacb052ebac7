/**
 * What has become of a blob, as a value that records are merged into. The merge is the maximum of a
 * total order on (life version, deleted, time of the change) beside the maximum of the expiries:
 * commutative, associative and idempotent, so that the order in which replicas see records cannot
 * matter, nor how often.
 */
@NullMarked
package io.aumbry.store.state;

import org.jspecify.annotations.NullMarked;
