package io.aumbry.bench.network;

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
record Wiring(
    Wire wire,
    int connections,
    Http2Config http2,
    EventLoopConfig loops,
    Tls tls,
    Fleet fleet,
    Asking asking) {
  /** The protocol. */
  enum Wire {
    /** HTTP/2 of our transport: frames are handled at the connection. */
    HTTP_2,
    /** HTTP/1.1: a connection has one call at a time. */
    HTTP_1,
    /** HTTP/2 of Netty's multiplex handler: a channel for each stream. */
    CHANNELS
  }

  /** The TLS engine. */
  enum Tls {
    OFF,
    JDK,
    BORINGSSL
  }

  /**
   * The nodes, all in the server process, each on its own port.
   *
   * @param restless whether other connections come and go while the client connects
   */
  record Fleet(int nodes, boolean restless) {}

  /** The order in which a caller requests several keys. */
  enum Asking {
    AT_ONCE,
    ONE_BY_ONE
  }

  /** The product's defaults, with one node. */
  static Wiring defaults() {
    return new Wiring(
        Wire.HTTP_2,
        4,
        Http2Config.forNodes(),
        EventLoopConfig.defaults(),
        Tls.BORINGSSL,
        new Fleet(1, false),
        Asking.AT_ONCE);
  }

  Wiring withConnections(int count) {
    return withConnections(wire, count);
  }

  Wiring withConnections(Wire other, int count) {
    return new Wiring(other, count, http2, loops, tls, fleet, asking);
  }

  Wiring withHttp2(Http2Config other) {
    return new Wiring(wire, connections, other, loops, tls, fleet, asking);
  }

  /**
   * Returns this configuration with other fixed bounds of bytes in flight.
   *
   * @param window of a stream and of the connection, in bytes
   * @param frame the largest
   * @param mark of bytes handed to the socket
   */
  Wiring withBounds(int window, int frame, int mark) {
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

  Wiring withLoops(EventLoopConfig other) {
    return new Wiring(wire, connections, http2, other, tls, fleet, asking);
  }

  Wiring withTls(Tls other) {
    return new Wiring(wire, connections, http2, loops, other, fleet, asking);
  }

  Wiring withFleet(Fleet other) {
    return new Wiring(wire, connections, http2, loops, tls, other, asking);
  }

  Wiring withAsking(Asking other) {
    return new Wiring(wire, connections, http2, loops, tls, fleet, other);
  }
}
