/**
 * The anti-entropy proofs of all partitions: requests for them, their progress, and the verdicts of
 * {@code aumbry admin verify}.
 */
@NullMarked
package io.aumbry.deploy.operator.proof;

import org.jspecify.annotations.NullMarked;
