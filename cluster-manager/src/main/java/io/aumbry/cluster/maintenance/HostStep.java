package io.aumbry.cluster.maintenance;

/** The steps of a host in a maintenance workflow, in their order. */
public enum HostStep {
  WAITING,
  /** A hook runs before the host is drained, for example to stop traffic. */
  BEFORE_DRAIN,
  /** All replicas move off the host, if its disks do not stay. */
  EVACUATE,
  /** A hook runs before the upgrade. */
  BEFORE,
  /** The hook that upgrades and restarts the host. */
  UPGRADE,
  /** A hook runs before the host is observed. */
  AFTER_UPGRADE,
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
    return switch (this) {
      case BEFORE_DRAIN, BEFORE, UPGRADE, AFTER_UPGRADE, AFTER -> true;
      case WAITING, EVACUATE, RECOVER, PROVE, DONE, SET_ASIDE -> false;
    };
  }

  HostStep next() {
    return switch (this) {
      case WAITING -> BEFORE_DRAIN;
      case BEFORE_DRAIN -> EVACUATE;
      case EVACUATE -> BEFORE;
      case BEFORE -> UPGRADE;
      case UPGRADE -> AFTER_UPGRADE;
      case AFTER_UPGRADE -> RECOVER;
      case RECOVER -> PROVE;
      case PROVE -> AFTER;
      case AFTER, DONE -> DONE;
      case SET_ASIDE -> SET_ASIDE;
    };
  }
}
