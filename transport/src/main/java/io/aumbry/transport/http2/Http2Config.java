package io.aumbry.transport.http2;

import java.time.Duration;

/**
 * Limits of an HTTP/2 connection.
 *
 * @param streamWindow unread bytes of one stream, 65,535 to 2^31-1
 * @param connectionWindow unread bytes of the connection, 65,535 to 2^31-1. Between processes of
 *     the cluster it opens as bytes arrive, and 16 windows of unread bytes are the limit
 * @param frameSize largest DATA frame in bytes, 16,384 to 2^24-1
 * @param unsent limit of bytes handed to the socket; Netty writes no frame larger than the free
 *     part of it
 * @param maxStreams open requests of a connection
 * @param headers limits of header fields
 * @param drainTimeout how long a closing connection waits for its open requests
 */
public record Http2Config(
    int streamWindow,
    int connectionWindow,
    int frameSize,
    Unsent unsent,
    int maxStreams,
    Headers headers,
    Duration drainTimeout) {
  private static final int MIB = 1024 * 1024;
  private static final int MAX_TABLE_BYTES = 64 * 1024;

  /**
   * Limits of header fields.
   *
   * @param maxBytes of the fields of a request
   * @param tableBytes size of HPACK's dynamic table that the peer may fill; 0 for none
   */
  public record Headers(int maxBytes, int tableBytes) {
    public Headers {
      check("header bytes", maxBytes, 1024, MIB);
      check("header table", tableBytes, 0, MAX_TABLE_BYTES);
    }

    public static Headers defaults() {
      return new Headers(8192, 0);
    }
  }

  /**
   * Limit of bytes in the socket that are not sent yet. The next small value waits behind all of
   * them.
   *
   * @param most bytes; between processes of the cluster also the size of the socket's buffer
   * @param bound the rule that may reduce the limit
   */
  public record Unsent(int most, Bound bound) {
    public Unsent {
      check("unsent bytes", most, 16_384, 1 << 30);
    }

    /** The rule that limits unsent bytes. */
    public enum Bound {
      /** A fixed number of bytes. */
      BYTES,
      /** The bytes that the line takes in a given time, between processes of the cluster. */
      TIME
    }
  }

  public Http2Config {
    check("stream window", streamWindow, 65_535, Integer.MAX_VALUE);
    check("connection window", connectionWindow, 65_535, Integer.MAX_VALUE);
    check("frame size", frameSize, 16_384, (1 << 24) - 1);
    check("streams", maxStreams, 1, 1_000_000);
  }

  /** Between processes of the cluster. */
  public static Http2Config forNodes() {
    return new Http2Config(
        4 * MIB,
        4 * MIB,
        4 * MIB,
        new Unsent(4 * MIB, Unsent.Bound.TIME),
        1024,
        Headers.defaults(),
        Duration.ofSeconds(10));
  }

  public static Http2Config forClients() {
    return new Http2Config(
        MIB,
        MIB,
        MIB,
        new Unsent(MIB, Unsent.Bound.BYTES),
        100,
        Headers.defaults(),
        Duration.ofSeconds(10));
  }

  public Http2Config withDrainTimeout(Duration limit) {
    return new Http2Config(
        streamWindow, connectionWindow, frameSize, unsent, maxStreams, headers, limit);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }
}
