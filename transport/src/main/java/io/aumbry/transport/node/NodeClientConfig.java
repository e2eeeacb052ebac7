package io.aumbry.transport.node;

import io.aumbry.transport.http2.Http2Config;
import java.time.Duration;

/**
 * How a client talks to nodes.
 *
 * @param connectionsPerNode 1 to 64
 * @param http2 windows, frames and streams
 * @param reconnect when a node is down
 * @param liveness of a connection
 * @param maxCalls open at one time on a connection
 * @param maxBytes of content that is on its way out on a connection
 * @param verifyNames whether the certificate of a node must have its name
 */
public record NodeClientConfig(
    int connectionsPerNode,
    Http2Config http2,
    Reconnect reconnect,
    Liveness liveness,
    int maxCalls,
    long maxBytes,
    boolean verifyNames) {
  /**
   * When to try again.
   *
   * @param timeout for a connection to be made, handshake included
   * @param first pause after a failure; doubled with each that follows, and varied at random
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
   * How a dead connection is told from a quiet one.
   *
   * @param pingAfter so long without anything from the node, with calls open, it is asked whether
   *     it is there; it must answer within as long
   * @param stall so long may a content that has begun, and whose reader waits, stand still
   */
  public record Liveness(Duration pingAfter, Duration stall) {
    public Liveness {
      if (!pingAfter.isPositive() || !stall.isPositive()) {
        throw new IllegalArgumentException("a duration is not positive");
      }
    }
  }

  public NodeClientConfig {
    if (connectionsPerNode < 1 || connectionsPerNode > 64) {
      throw new IllegalArgumentException(
          connectionsPerNode + " connections to a node, must be 1 to 64");
    }
    if (maxCalls < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(maxCalls + " calls, " + maxBytes + " bytes");
    }
  }

  public static NodeClientConfig defaults() {
    return new NodeClientConfig(
        4,
        Http2Config.forNodes(),
        new Reconnect(Duration.ofSeconds(2), Duration.ofMillis(100), Duration.ofSeconds(5)),
        new Liveness(Duration.ofSeconds(1), Duration.ofSeconds(30)),
        1000,
        256L * 1024 * 1024,
        true);
  }

  public NodeClientConfig withConnectionsPerNode(int count) {
    return new NodeClientConfig(count, http2, reconnect, liveness, maxCalls, maxBytes, verifyNames);
  }

  public NodeClientConfig withHttp2(Http2Config other) {
    return new NodeClientConfig(
        connectionsPerNode, other, reconnect, liveness, maxCalls, maxBytes, verifyNames);
  }

  public NodeClientConfig withReconnect(Reconnect other) {
    return new NodeClientConfig(
        connectionsPerNode, http2, other, liveness, maxCalls, maxBytes, verifyNames);
  }

  public NodeClientConfig withLiveness(Liveness other) {
    return new NodeClientConfig(
        connectionsPerNode, http2, reconnect, other, maxCalls, maxBytes, verifyNames);
  }

  public NodeClientConfig withLimits(int calls, long bytes) {
    return new NodeClientConfig(
        connectionsPerNode, http2, reconnect, liveness, calls, bytes, verifyNames);
  }

  public NodeClientConfig withVerifyNames(boolean verify) {
    return new NodeClientConfig(
        connectionsPerNode, http2, reconnect, liveness, maxCalls, maxBytes, verify);
  }
}
