package io.aumbry.cluster.maintenance;

/** The steps of a host in a maintenance workflow, in their order. */
public enum HostStep {
  WAITING,
  /** All replicas move off the host, if its disks do not stay. */
  EVACUATE,
  /** A hook runs before the upgrade, for example to stop traffic. */
  BEFORE,
  /** The hook that upgrades and restarts the host. */
  UPGRADE,
  /** The host must become whole again. */
  RECOVER,
  /** Its replicas are compared with their peers, until they are proven to hold all blobs. */
  PROVE,
  /** A hook runs after the host is whole and proven. */
  AFTER,
  DONE,
  /** The workflow has given up on the host. */
  SET_ASIDE;

  /** Whether the host is locked and counts as down. */
  public boolean isWorking() {
    return this != WAITING && !isEnd();
  }

  public boolean isEnd() {
    return this == DONE || this == SET_ASIDE;
  }

  /** Whether a hook runs in this step. */
  public boolean hasHook() {
    return this == BEFORE || this == UPGRADE || this == AFTER;
  }

  HostStep next() {
    return switch (this) {
      case WAITING -> EVACUATE;
      case EVACUATE -> BEFORE;
      case BEFORE -> UPGRADE;
      case UPGRADE -> RECOVER;
      case RECOVER -> PROVE;
      case PROVE -> AFTER;
      case AFTER, DONE -> DONE;
      case SET_ASIDE -> SET_ASIDE;
    };
  }
}
