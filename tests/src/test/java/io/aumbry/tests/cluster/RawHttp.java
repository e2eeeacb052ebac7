package io.aumbry.tests.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection to a frontend on which a test writes arbitrary bytes. */
final class RawHttp implements AutoCloseable {
  static final String UPLOAD_HEADERS =
      """
      Host: localhost\r
      x-ambry-service-id: tests\r
      x-ambry-content-type: application/octet-stream\r
      x-ambry-target-account-name: aumbry\r
      x-ambry-target-container-name: public\r
      """;

  private final Socket socket;

  RawHttp(URI endpoint, Duration patience) throws IOException {
    this(endpoint, endpoint.getHost(), patience);
  }

  /**
   * Connects from another address of this machine.
   *
   * @param from the address of the client
   */
  RawHttp(URI endpoint, String from, Duration patience) throws IOException {
    socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
    socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
  }

  RawHttp write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  String readToEnd() throws IOException {
    StringBuilder read = new StringBuilder();
    byte[] buffer = new byte[8192];
    InputStream in = socket.getInputStream();
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      read.append(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
    }
    return read.toString();
  }

  String readHead() throws IOException {
    StringBuilder read = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (read.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      read.append((char) next);
    }
    return read.toString();
  }

  /** Whether the server has neither answered nor closed within the patience of this connection. */
  boolean isSilent() throws IOException {
    try {
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  /** Cuts the connection with a reset, as after a loss of power. */
  void cut() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
