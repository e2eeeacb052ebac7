package io.aumbry.protocol.cluster;

/**
 * A site with its own replicas, coordinator and frontends.
 *
 * @param id as in blob ids, 1 to 65535
 * @param name for operators
 */
public record DataCenter(int id, String name) {
  public DataCenter {
    if (id < 1 || id > 0xFFFF || name.isEmpty()) {
      throw new IllegalArgumentException(
          "data centre '" + name + "' with id " + id + ", must be 1 to 65535");
    }
  }
}
