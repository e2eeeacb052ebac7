package io.aumbry.bench.network.row;

import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.http2.Http2Config.Unsent;
import io.aumbry.transport.loop.EventLoopConfig;

/**
 * The configuration of both processes of a variant.
 *
 * @param connections from the client to each node
 * @param loops of each of the two processes
 * @param asking order of the requests for several keys
 */
public record ConnectionSetup(
    Wire wire,
    int connections,
    Http2Config http2,
    EventLoopConfig loops,
    Tls tls,
    Fleet fleet,
    Asking asking) {
  /** The protocol. */
  public enum Wire {
    /** HTTP/2 of our transport: frames are handled at the connection. */
    HTTP_2,
    /** HTTP/1.1: a connection has one call at a time. */
    HTTP_1,
    /** HTTP/2 of Netty's multiplex handler: a channel for each stream. */
    CHANNELS
  }

  /** The TLS engine. */
  public enum Tls {
    OFF,
    JDK,
    BORINGSSL
  }

  /**
   * The nodes, all in the server process, each on its own port.
   *
   * @param restless whether other connections come and go while the client connects
   */
  public record Fleet(int nodes, boolean restless) {}

  /** The order in which a caller requests several keys. */
  public enum Asking {
    AT_ONCE,
    ONE_BY_ONE
  }

  /** The product's defaults, with one node. */
  static ConnectionSetup defaults() {
    return new ConnectionSetup(
        Wire.HTTP_2,
        4,
        Http2Config.forNodes(),
        EventLoopConfig.defaults(),
        Tls.BORINGSSL,
        new Fleet(1, false),
        Asking.AT_ONCE);
  }

  ConnectionSetup withConnections(int count) {
    return withConnections(wire, count);
  }

  ConnectionSetup withConnections(Wire other, int count) {
    return new ConnectionSetup(other, count, http2, loops, tls, fleet, asking);
  }

  ConnectionSetup withHttp2(Http2Config other) {
    return new ConnectionSetup(wire, connections, other, loops, tls, fleet, asking);
  }

  /**
   * Returns this configuration with other fixed bounds of bytes in flight.
   *
   * @param window of a stream and of the connection, in bytes
   * @param frame the largest
   * @param mark of bytes handed to the socket
   */
  ConnectionSetup withBounds(int window, int frame, int mark) {
    return withHttp2(
        new Http2Config(
            window,
            window,
            frame,
            new Unsent(mark, Unsent.Bound.BYTES),
            http2.maxStreams(),
            http2.headers(),
            http2.drainTimeout()));
  }

  ConnectionSetup withLoops(EventLoopConfig other) {
    return new ConnectionSetup(wire, connections, http2, other, tls, fleet, asking);
  }

  ConnectionSetup withTls(Tls other) {
    return new ConnectionSetup(wire, connections, http2, loops, other, fleet, asking);
  }

  ConnectionSetup withFleet(Fleet other) {
    return new ConnectionSetup(wire, connections, http2, loops, tls, other, asking);
  }

  ConnectionSetup withAsking(Asking other) {
    return new ConnectionSetup(wire, connections, http2, loops, tls, fleet, other);
  }
}
