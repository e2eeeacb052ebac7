package io.aumbry.protocol.cluster;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The states of a replica. {@link #next()} has the legal transitions. */
public enum ReplicaState {
  /** Known to the node; its files are closed. */
  OFFLINE,
  /** Under construction: takes writes, but does not deny blobs. */
  BOOTSTRAP,
  /** Complete: takes writes and answers reads. */
  STANDBY,
  /** A standby that pulls from other data centres and answers their pulls. */
  LEADER,
  /** Leaving: answers reads until its peers hold all its records. */
  INACTIVE,
  /** Its files are deleted. */
  DROPPED,
  /** A transition or the disk failed. */
  ERROR;

  private static final Map<ReplicaState, Set<ReplicaState>> NEXT =
      Map.of(
          OFFLINE, EnumSet.of(BOOTSTRAP, DROPPED),
          BOOTSTRAP, EnumSet.of(STANDBY, OFFLINE, ERROR),
          STANDBY, EnumSet.of(LEADER, INACTIVE, ERROR),
          LEADER, EnumSet.of(STANDBY, ERROR),
          INACTIVE, EnumSet.of(OFFLINE, STANDBY, ERROR),
          DROPPED, EnumSet.noneOf(ReplicaState.class),
          ERROR, EnumSet.of(OFFLINE, DROPPED));

  /** The states that may follow directly. */
  public Set<ReplicaState> next() {
    return Set.copyOf(NEXT.getOrDefault(this, Set.of()));
  }

  public boolean isReadable() {
    return this == STANDBY || this == LEADER || this == INACTIVE;
  }

  public boolean isWritable() {
    return this == STANDBY || this == LEADER || this == BOOTSTRAP;
  }
}
