package io.aumbry.protocol.report;

/**
 * A disk of a storage node.
 *
 * @param usable false when it has failed, hangs, or could not be opened
 * @param sealed whether its replicas are sealed, since it is nearly full
 * @param capacityBytes that stores may occupy in all, {@link #UNKNOWN} while that is not known
 * @param usedBytes that stores occupy
 * @param longestMillis how long what is under way on it for longest is so
 * @param errors how often the device said that it cannot read or write, since the node was started
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
