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
          "Connections to each storage node with h2, which all requests share.");

  public static final Key<NodeProtocol> NODE_PROTOCOL =
      Key.of(
          "transport.node-protocol",
          ValueTypes.oneOf(NodeProtocol.class),
          "h2",
          "What is spoken with storage nodes, which understand both on one port: HTTP/2, or"
              + " HTTP/1.1 with one request at a time on a connection.");

  public static final Key<Integer> NODE_HTTP1_CONNECTIONS =
      Key.of(
          "transport.node-http1-connections",
          ValueTypes.integer(1, 256),
          "30",
          "Connections to each storage node with http1; more requests to it wait for one.");

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Transport", List.of(LOOPS, NODE_PROTOCOL, NODE_CONNECTIONS, NODE_HTTP1_CONNECTIONS));

  private TransportKeys() {}

  /** What processes speak with storage nodes. */
  public enum NodeProtocol {
    H2,
    HTTP1
  }
}
