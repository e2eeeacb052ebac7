package io.aumbry.transport.node;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.config.Settings;
import io.aumbry.protocol.runtime.Bounds;
import io.aumbry.transport.http2.Http2Config;
import java.time.Duration;
import java.util.Optional;

/**
 * Configuration of a client of nodes.
 *
 * @param maxCalls limit of open calls of a connection, or of waiting calls to a node with HTTP/1.1
 * @param maxBytes limit of unsent content of a connection
 * @param identity checks the role and name of a node over TLS, in addition to its host name
 */
public record NodeClientConfig(
    Connections connections,
    Http2Config http2,
    Reconnect reconnect,
    Liveness liveness,
    int maxCalls,
    long maxBytes,
    Optional<NodeIdentityCheck> identity) {
  /** The protocol to nodes. A node accepts both on one port. */
  public enum Protocol {
    /** HTTP/2. Calls share connections. */
    H2,
    /** HTTP/1.1. A connection serves one call at a time. */
    HTTP1
  }

  /**
   * Connections to each node.
   *
   * @param shared number of HTTP/2 connections, 1 to 256
   * @param exclusive number of HTTP/1.1 connections, 1 to 256, and so the limit of concurrent calls
   *     to a node
   */
  public record Connections(
      @Setting(
              key = "transport.node-protocol",
              text =
                  "Protocol to storage nodes, which accept both on one port: HTTP/2, or HTTP/1.1"
                      + " with one request at a time on a connection.")
          @Default("h2")
          Protocol protocol,
      @Setting(
              key = "transport.node-connections",
              range = "1 to 64",
              text = "Connections to each storage node with h2. All requests share them.")
          @Default("4")
          int shared,
      @Setting(
              key = "transport.node-http1-connections",
              range = "1 to 256",
              text =
                  "Connections to each storage node with http1. Further requests wait for a free one.")
          @Default("30")
          int exclusive) {
    public Connections {
      Bounds.check("connections to a node", shared, 1, 256);
      Bounds.check("connections to a node", exclusive, 1, 256);
    }

    public Connections(Protocol protocol, int perNode) {
      this(protocol, perNode, perNode);
    }

    /** Uses the default numbers. */
    public static Connections of(Protocol protocol) {
      Connections usual = Settings.defaults(Connections.class);
      return new Connections(protocol, usual.shared, usual.exclusive);
    }

    public int perNode() {
      return switch (protocol) {
        case H2 -> shared;
        case HTTP1 -> exclusive;
      };
    }
  }

  /**
   * When to connect again.
   *
   * @param timeout for establishing a connection, including the handshake
   * @param first pause after a failure; it doubles with each further failure, and varies at random
   * @param longest pause
   */
  public record Reconnect(Duration timeout, Duration first, Duration longest) {
    public Reconnect {
      if (!timeout.isPositive() || !first.isPositive() || longest.compareTo(first) < 0) {
        throw new IllegalArgumentException("pauses from " + first + " to " + longest);
      }
    }
  }

  /**
   * The times after which a silent connection counts as dead.
   *
   * @param pingAfter if nothing arrives for this time while calls are open, the node is pinged; it
   *     must answer within the same time
   * @param stall longest pause within a content while its reader waits
   */
  public record Liveness(Duration pingAfter, Duration stall) {
    public Liveness {
      if (!pingAfter.isPositive() || !stall.isPositive()) {
        throw new IllegalArgumentException("a duration is not positive");
      }
    }
  }

  public NodeClientConfig {
    if (maxCalls < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(maxCalls + " calls, " + maxBytes + " bytes");
    }
  }

  public static NodeClientConfig defaults() {
    return new NodeClientConfig(
        Connections.of(Protocol.H2),
        Http2Config.forNodes(),
        new Reconnect(Duration.ofSeconds(2), Duration.ofMillis(100), Duration.ofSeconds(1)),
        new Liveness(Duration.ofSeconds(1), Duration.ofSeconds(30)),
        1000,
        256L * 1024 * 1024,
        Optional.empty());
  }

  public NodeClientConfig withConnections(Connections other) {
    return new NodeClientConfig(other, http2, reconnect, liveness, maxCalls, maxBytes, identity);
  }

  public NodeClientConfig withConnectionsPerNode(int count) {
    return withConnections(new Connections(connections.protocol(), count));
  }

  public NodeClientConfig withHttp2(Http2Config other) {
    return new NodeClientConfig(
        connections, other, reconnect, liveness, maxCalls, maxBytes, identity);
  }

  public NodeClientConfig withReconnect(Reconnect other) {
    return new NodeClientConfig(connections, http2, other, liveness, maxCalls, maxBytes, identity);
  }

  public NodeClientConfig withLiveness(Liveness other) {
    return new NodeClientConfig(connections, http2, reconnect, other, maxCalls, maxBytes, identity);
  }

  public NodeClientConfig withLimits(int calls, long bytes) {
    return new NodeClientConfig(connections, http2, reconnect, liveness, calls, bytes, identity);
  }

  public NodeClientConfig withIdentity(NodeIdentityCheck check) {
    return new NodeClientConfig(
        connections, http2, reconnect, liveness, maxCalls, maxBytes, Optional.of(check));
  }
}
