package io.aumbry.protocol.report;

/**
 * A disk of a storage node.
 *
 * @param usable false if it failed, hangs or could not be opened
 * @param sealed whether its replicas are sealed because it is nearly full
 * @param capacityBytes limit of all stores together, or {@link #UNKNOWN}
 * @param usedBytes of all stores
 * @param longestMillis age of the oldest operation in flight
 * @param errors of the device since the start of the node
 */
public record DiskReport(
    String name,
    boolean usable,
    boolean sealed,
    long capacityBytes,
    long usedBytes,
    long longestMillis,
    long errors) {
  public static final long UNKNOWN = -1;
}
