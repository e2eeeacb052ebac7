package io.aumbry.transport.http2;

import java.time.Duration;

/**
 * How an HTTP/2 connection behaves.
 *
 * @param streamWindow bytes that may be unread on one stream, 65,535 to 2^31-1
 * @param connectionWindow bytes that may be unread on the connection, likewise
 * @param frameSize largest DATA frame in bytes, 16,384 to 2^24-1
 * @param writeHighWaterMark bytes that are handed to the socket at once; Netty writes no frame
 *     larger than what is free of it
 * @param maxStreams how many requests may be open on a connection
 * @param maxHeaderBytes of the header fields of a request
 * @param drainTimeout how long a connection that is being closed waits for its open requests
 */
public record Http2Config(
    int streamWindow,
    int connectionWindow,
    int frameSize,
    int writeHighWaterMark,
    int maxStreams,
    int maxHeaderBytes,
    Duration drainTimeout) {
  private static final int MIB = 1024 * 1024;

  public Http2Config {
    check("stream window", streamWindow, 65_535, Integer.MAX_VALUE);
    check("connection window", connectionWindow, 65_535, Integer.MAX_VALUE);
    check("frame size", frameSize, 16_384, (1 << 24) - 1);
    check("write high-water mark", writeHighWaterMark, 16_384, Integer.MAX_VALUE);
    check("streams", maxStreams, 1, 1_000_000);
    check("header bytes", maxHeaderBytes, 1024, MIB);
  }

  /** Between our own processes. */
  public static Http2Config forNodes() {
    return new Http2Config(4 * MIB, 4 * MIB, 4 * MIB, 4 * MIB, 1024, 8192, Duration.ofSeconds(10));
  }

  /** Towards clients whom we do not know. */
  public static Http2Config forClients() {
    return new Http2Config(MIB, MIB, MIB, MIB, 100, 8192, Duration.ofSeconds(10));
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", must be " + least + " to " + most);
    }
  }
}
