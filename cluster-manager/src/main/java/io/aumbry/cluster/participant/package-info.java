/**
 * A storage node's membership in its cluster: {@link
 * io.aumbry.cluster.participant.ClusterParticipant} takes the replicas of a node through the states
 * that the controller asks for, {@link io.aumbry.cluster.participant.FileParticipant} through those
 * that the view of a file has.
 */
@NullMarked
package io.aumbry.cluster.participant;

import org.jspecify.annotations.NullMarked;
