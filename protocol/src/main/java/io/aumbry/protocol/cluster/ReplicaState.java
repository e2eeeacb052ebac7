package io.aumbry.protocol.cluster;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The life of a replica on its node. The table of legal transitions is {@link #next()}. */
public enum ReplicaState {
  /** Known to the node, files closed. */
  OFFLINE,
  /** Open, and catching up with its peers: takes writes, does not answer for what it has not. */
  BOOTSTRAP,
  /** Complete: takes writes, answers reads. */
  STANDBY,
  /** As standby, and the one that speaks for its data centre. */
  LEADER,
  /** On its way out: answers reads until its peers hold all it has. */
  INACTIVE,
  /** Files removed. */
  DROPPED,
  /** A transition failed, or its disk did. */
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

  /** The states that may follow this one directly. */
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
