package io.aumbry.transport.http;

/**
 * Limits on requests.
 *
 * @param initialLineBytes method, target and version of an HTTP/1.1 request
 * @param headerBytes all header fields of a request
 * @param unreadBodyBytes received bytes of an HTTP/1.1 body that the handler has not read. At this
 *     limit the server stops reading the socket. One read of the socket may exceed it.
 * @param unsentBytes unsent bytes of a response at which its writer waits
 * @param drainBytes unwanted bytes of a body that the server reads and drops in order to keep the
 *     connection
 */
public record HttpLimits(
    int initialLineBytes, int headerBytes, int unreadBodyBytes, int unsentBytes, int drainBytes) {
  public HttpLimits {
    if (initialLineBytes < 256 || headerBytes < 256) {
      throw new IllegalArgumentException(
          "initial line of "
              + initialLineBytes
              + " and headers of "
              + headerBytes
              + " bytes, must be 256 or more");
    }
    if (unreadBodyBytes < 1 || unsentBytes < 1 || drainBytes < 0) {
      throw new IllegalArgumentException("a limit is below 1");
    }
  }

  public static HttpLimits defaults() {
    return new HttpLimits(4096, 8192, 256 * 1024, 1024 * 1024, 64 * 1024);
  }
}
