/**
 * Observations of a cluster: its views, and the reports of its nodes. Commands that wait for a
 * change compare successive observations.
 */
@NullMarked
package io.aumbry.deploy.operator.observation;

import org.jspecify.annotations.NullMarked;
