package io.aumbry.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client that sends exact bytes. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  /** A response as received. */
  record Response(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Closes this side, as {@code nc -N} does at the end of its input. */
  RawClient sendEnd() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  Response response() throws IOException {
    return response(true);
  }

  /** The next response. With {@code !withBody} no body follows, despite Content-Length. */
  Response response(boolean withBody) throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new IOException("not a status line: '" + status + "'");
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
    String body = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    return new Response(Integer.parseInt(status.substring(9, 12)), headers, body);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("connection closed after '" + line + "'");
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  /** Whether the server closes the connection without sending more. */
  boolean isClosed() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
