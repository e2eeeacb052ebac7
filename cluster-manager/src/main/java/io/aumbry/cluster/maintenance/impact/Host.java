package io.aumbry.cluster.maintenance.impact;

import java.util.Comparator;

/**
 * All processes of one name, which stop and start together.
 *
 * @param zone hosts that can fail together
 */
public record Host(String name, String dataCenter, String zone) implements Comparable<Host> {
  private static final Comparator<Host> ORDER =
      Comparator.comparing(Host::dataCenter).thenComparing(Host::zone).thenComparing(Host::name);

  boolean isZoneOf(Host other) {
    return dataCenter.equals(other.dataCenter) && zone.equals(other.zone);
  }

  /** By data centre, zone and name, so that the hosts of a zone are neighbours. */
  @Override
  public int compareTo(Host other) {
    return ORDER.compare(this, other);
  }
}
