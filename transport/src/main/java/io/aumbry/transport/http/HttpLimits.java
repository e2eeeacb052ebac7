package io.aumbry.transport.http;

/**
 * What a client may ask of a server, in bytes and numbers.
 *
 * @param initialLineBytes method, target and version of an HTTP/1.1 request
 * @param headerBytes all header fields of a request
 * @param unreadBodyBytes received of one HTTP/1.1 body and not yet read, before the socket is left
 *     alone; one read of the socket may go beyond
 * @param unsentBytes written to one response and not yet sent, before its writer waits
 * @param drainBytes of a body that nobody wants are read and dropped, to keep the connection
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
