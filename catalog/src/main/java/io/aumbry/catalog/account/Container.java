package io.aumbry.catalog.account;

/**
 * Blobs of one account under the same rules.
 *
 * @param id unique in its account, as in blob ids, 1 to 2^31-1
 * @param name 1 to 255 characters, unique in its account
 */
public record Container(int id, String name, State state, ContainerRules rules) {
  /**
   * The changeable fields.
   *
   * @param snapshotVersion counts the changes of the container, from 0
   * @param modifiedMillis wall time of the last change, or of the last search for remains of an
   *     inactive container
   * @param deleteTriggerMillis wall time of the deletion, at which its retention began; 0 if the
   *     container is not deleted
   * @param previouslyEncrypted whether blobs may be encrypted although {@code encrypted} is off now
   */
  public record State(
      Status status,
      int snapshotVersion,
      long modifiedMillis,
      long deleteTriggerMillis,
      boolean previouslyEncrypted) {}

  /** The stages of a container. */
  public enum Status {
    ACTIVE,
    /** Refused to clients. Its data is kept for the retention, and it can be restored. */
    DELETE_IN_PROGRESS,
    /** The retention is over, and the data is being removed. It cannot be restored. */
    REMOVAL_IN_PROGRESS,
    /** All replicas were once found without its data. */
    INACTIVE
  }

  public Container {
    if (id < 1 || name.isEmpty()) {
      throw new IllegalArgumentException(
          "container '" + name + "' with id " + id + ", must be 1 to 2^31-1 and have a name");
    }
  }

  public boolean isActive() {
    return state.status() == Status.ACTIVE;
  }
}
