package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.protocol.cluster.DataCenter;

/** A lock that the operator holds, so that its hosts may be worked on. */
public record OwnLock(DataCenter place, HostLock lock) {
  boolean is(DataCenter there, HostLock other) {
    return place.equals(there) && lock.number() == other.number();
  }

  boolean drains(DataCenter there, String host) {
    return place.equals(there) && lock.drained().contains(host);
  }

  /** Whether it has locked a host. */
  public boolean has(Host host) {
    return host.dataCenter().equals(place.name()) && lock.request().hosts().contains(host.name());
  }
}
