package io.aumbry.server.replication;

import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.Distance;

/** Limits for the records that a node fetches from its peers, by pulls and comparisons together. */
public record FetchLimits(ReplicationConfig config, FetchPace near, FetchPace far) {
  public static FetchLimits of(ReplicationConfig config, Time time) {
    return new FetchLimits(
        config,
        new FetchPace(config.nearby().bytesPerSecond(), time),
        new FetchPace(config.elsewhere().bytesPerSecond(), time));
  }

  public FetchPace pace(Distance distance) {
    return switch (distance) {
      case NEAR -> near;
      case FAR -> far;
    };
  }
}
