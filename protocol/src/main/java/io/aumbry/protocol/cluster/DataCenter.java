package io.aumbry.protocol.cluster;

/**
 * A place with replicas, a coordinator and frontends of its own.
 *
 * @param id as in blob ids, 1 to 65535
 * @param name as operators call it
 */
public record DataCenter(int id, String name) {
  public DataCenter {
    if (id < 1 || id > 0xFFFF || name.isEmpty()) {
      throw new IllegalArgumentException(
          "data centre '" + name + "' with id " + id + ", must be 1 to 65535");
    }
  }
}
