package io.aumbry.transport.http2;

import java.time.Duration;

/**
 * How an HTTP/2 connection behaves.
 *
 * @param streamWindow bytes that may be unread on one stream, 65,535 to 2^31-1
 * @param connectionWindow bytes that may be unread on the connection, likewise
 * @param frameSize largest DATA frame in bytes, 16,384 to 2^24-1
 * @param unsent what is handed to the socket; Netty writes no frame larger than what is free of it
 * @param maxStreams how many requests may be open on a connection
 * @param headers what is allowed and kept of header fields
 * @param drainTimeout how long a connection that is being closed waits for its open requests
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
   * Header fields.
   *
   * @param maxBytes of those of a request
   * @param tableBytes of HPACK's dynamic table, which our peer may fill for us; 0 for none
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
   * How much is handed to the socket before it is sent. The next small value waits behind all of
   * it.
   *
   * @param most bytes, which is the size of the socket's buffer between our own processes
   * @param bound what keeps it smaller
   */
  public record Unsent(int most, Bound bound) {
    public Unsent {
      check("unsent bytes", most, 16_384, 1 << 30);
    }

    /** What bounds unsent bytes. */
    public enum Bound {
      /** Their number alone. */
      BYTES,
      /** Between our own processes also the time in which the line takes them. */
      TIME
    }
  }

  public Http2Config {
    check("stream window", streamWindow, 65_535, Integer.MAX_VALUE);
    check("connection window", connectionWindow, 65_535, Integer.MAX_VALUE);
    check("frame size", frameSize, 16_384, (1 << 24) - 1);
    check("streams", maxStreams, 1, 1_000_000);
  }

  /** Between our own processes. */
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

  /** Towards clients whom we do not know. */
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

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }
}
