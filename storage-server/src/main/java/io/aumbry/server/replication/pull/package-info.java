/**
 * Pulls records from peers. {@link io.aumbry.server.replication.pull.Replication} runs one {@link
 * io.aumbry.server.replication.pull.PeerPuller} for each peer. The puller decides which partitions
 * to pull, in which order and form, and how fast.
 */
@NullMarked
package io.aumbry.server.replication.pull;

import org.jspecify.annotations.NullMarked;
