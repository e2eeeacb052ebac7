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

  static final KeySet.Section SECTION = new KeySet.Section("Transport", List.of(LOOPS));

  private TransportKeys() {}
}
