package io.aumbry.tests.cluster;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * An HTTP/2 connection of a client that grants no window for responses. The client sends requests
 * and never reads the content of an answer.
 */
final class RawHttp2 implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ACK = 1;
  private static final int FRAME_HEADER = 9;
  private static final short INITIAL_WINDOW = 4;

  /** The change of the table size with which the first header block begins, RFC 7541, 4.2. */
  private static final int NO_DYNAMIC_TABLE = 0x20;

  private final Socket socket = new Socket();
  private int lastStream = -1;

  RawHttp2(URI endpoint, String from) throws IOException {
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
    socket.getOutputStream().write(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    frame(SETTINGS, 0, 0, ByteBuffer.allocate(6).putShort(INITIAL_WINDOW).putInt(0).array());
    frame(SETTINGS, ACK, 0, new byte[0]);
  }

  int get(String path) throws IOException {
    return request((byte) 0x82, path, Map.of(), END_STREAM);
  }

  int post(Map<String, String> fields) throws IOException {
    return request((byte) 0x83, "/", fields, 0);
  }

  void data(int stream, byte[] bytes) throws IOException {
    frame(DATA, 0, stream, bytes);
  }

  void skipInput() throws IOException {
    InputStream in = socket.getInputStream();
    in.skipNBytes(in.available());
  }

  private int request(byte method, String path, Map<String, String> fields, int flags)
      throws IOException {
    lastStream += 2;
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    if (lastStream == 1) {
      block.write(NO_DYNAMIC_TABLE);
    }
    block.write(method);
    block.write(0x86);
    block.write(0x04);
    write(path, block);
    block.write(0x01);
    write("localhost", block);
    for (Map.Entry<String, String> field : fields.entrySet()) {
      block.write(0x00);
      write(field.getKey(), block);
      write(field.getValue(), block);
    }
    frame(HEADERS, END_HEADERS | flags, lastStream, block.toByteArray());
    return lastStream;
  }

  /** Writes a string literal without Huffman coding, RFC 7541, section 5.2. */
  private static void write(String text, ByteArrayOutputStream to) throws IOException {
    byte[] bytes = ascii(text);
    if (bytes.length < 127) {
      to.write(bytes.length);
    } else {
      to.write(127);
      int rest = bytes.length - 127;
      for (; rest >= 128; rest /= 128) {
        to.write(rest % 128 + 128);
      }
      to.write(rest);
    }
    to.write(bytes);
  }

  private void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER + payload.length);
    frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
    frame.put((byte) type).put((byte) flags).putInt(stream).put(payload);
    socket.getOutputStream().write(frame.array());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
