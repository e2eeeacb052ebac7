/**
 * The membership of a storage node. {@link io.aumbry.cluster.participant.ClusterParticipant}
 * follows the controller, {@link io.aumbry.cluster.participant.FileParticipant} follows a file.
 */
@NullMarked
package io.aumbry.cluster.participant;

import org.jspecify.annotations.NullMarked;
