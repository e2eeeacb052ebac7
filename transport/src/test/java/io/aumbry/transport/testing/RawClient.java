package io.aumbry.transport.testing;

import io.aumbry.transport.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that sends exact bytes. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  public RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  /**
   * A response as received.
   *
   * @param body a character for each byte
   */
  public record Response(int status, HttpHeaders headers, String body) {
    public String header(String name) {
      return headers.first(name).orElse("");
    }
  }

  public RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Closes this side, as {@code nc -N} does at the end of its input. */
  public RawClient sendEnd() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  public Response response() throws IOException {
    return response(true);
  }

  /** The next response. With {@code !withBody} no body follows, despite Content-Length. */
  public Response response(boolean withBody) throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new IOException("not a status line: '" + status + "'");
    }
    HttpHeaders.Builder fields = HttpHeaders.builder();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      fields.add(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    HttpHeaders headers = fields.build();
    int length = withBody ? Integer.parseInt(headers.first("content-length").orElse("0")) : 0;
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
  public boolean isClosed() throws IOException {
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
