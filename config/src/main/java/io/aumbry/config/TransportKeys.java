package io.aumbry.config;

import java.util.List;

/** How bytes move between processes. */
public final class TransportKeys {
  public static final Key<Integer> LOOPS =
      Key.of(
          "transport.loops",
          ValueTypes.integer(0, 256),
          "0",
          "Event loops, which carry all requests; 0 is one for each processor.");

  public static final Key<Integer> NODE_CONNECTIONS =
      Key.of(
          "transport.node-connections",
          ValueTypes.integer(1, 64),
          "4",
          "Connections to each storage node, which all requests share.");

  static final KeySet.Section SECTION =
      new KeySet.Section("Transport", List.of(LOOPS, NODE_CONNECTIONS));

  private TransportKeys() {}
}
