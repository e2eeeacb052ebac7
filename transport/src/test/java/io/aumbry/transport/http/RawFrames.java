package io.aumbry.transport.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One end of an HTTP/2 connection with prior knowledge that sends exact frames. */
public final class RawFrames implements AutoCloseable {
  public static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GO_AWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int END_HEADERS = 4;

  /** The setting for the initial window of streams. */
  public static final int STREAM_WINDOW = 4;

  /** The initial window of a connection, in bytes. */
  public static final int WINDOW = 65_535;

  /** GET or POST, path /, scheme http, authority x; by HPACK's static table. */
  static final byte[] GET = {(byte) 0x82, (byte) 0x84, (byte) 0x86, 0x41, 1, 'x'};

  static final byte[] POST = {(byte) 0x83, (byte) 0x84, (byte) 0x86, 0x41, 1, 'x'};

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /** Creates a client. */
  RawFrames(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
    out.write(PREFACE);
    send(SETTINGS, 0, 0, new byte[0]);
  }

  private RawFrames(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(60_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  /** Creates a server on an accepted connection. It has sent nothing yet. */
  public static RawFrames server(Socket accepted) throws IOException {
    RawFrames server = new RawFrames(accepted);
    server.in.skipNBytes(PREFACE.length);
    return server;
  }

  /** A frame as received. The characters of the payload are its bytes. */
  public record Frame(int type, int flags, int stream, String payload) {
    public boolean ends() {
      return (flags & END_STREAM) != 0;
    }

    int errorCode() {
      int at = type == GO_AWAY ? 4 : 0;
      return payload.charAt(at + 3);
    }
  }

  public RawFrames send(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream frame = new DataOutputStream(bytes);
    frame.write(payload.length >> 16);
    frame.writeShort(payload.length);
    frame.write(type);
    frame.write(flags);
    frame.writeInt(stream);
    frame.write(payload);
    out.write(bytes.toByteArray());
    return this;
  }

  /** Closes this side. */
  RawFrames sendEnd() throws IOException {
    socket.shutdownOutput();
    return this;
  }

  /** Sends bytes that need not be whole frames. */
  RawFrames raw(byte... bytes) throws IOException {
    out.write(bytes);
    return this;
  }

  /** The payload of a SETTINGS frame with one value. */
  public static byte[] setting(int id, int value) {
    return ByteBuffer.allocate(6).putShort((short) id).putInt(value).array();
  }

  /** The payload of a WINDOW_UPDATE. */
  public static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  /** A literal header field with a value of at most 16,000 characters. */
  static byte[] field(String name, String value) {
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    field.write(0);
    field.write(name.length());
    field.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    if (value.length() < 127) {
      field.write(value.length());
    } else {
      field.write(127);
      int rest = value.length() - 127;
      field.write(rest % 128 + 128);
      field.write(rest / 128);
    }
    field.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    return field.toByteArray();
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      whole.writeBytes(part);
    }
    return whole.toByteArray();
  }

  /** The next frame of {@code type}. */
  public Frame next(int type) throws IOException {
    while (true) {
      Frame frame = next();
      if (frame.type() == type) {
        return frame;
      }
    }
  }

  /** The next PING acknowledgement, or an earlier GOAWAY. */
  Frame pongOrFarewell() throws IOException {
    while (true) {
      Frame frame = next();
      if (frame.type() == PING || frame.type() == GO_AWAY) {
        return frame;
      }
    }
  }

  /** The next HEADERS. No DATA may precede it. */
  public Frame headersBeforeData() throws IOException {
    while (true) {
      Frame frame = next();
      if (frame.type() == HEADERS) {
        return frame;
      }
      if (frame.type() == DATA) {
        throw new IOException(frame.payload().length() + " bytes of DATA");
      }
    }
  }

  private Frame next() throws IOException {
    int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt();
    byte[] payload = in.readNBytes(length);
    return new Frame(type, flags, stream, new String(payload, StandardCharsets.ISO_8859_1));
  }

  /** All DATA of the next response. */
  String body() throws IOException {
    StringBuilder body = new StringBuilder();
    Frame frame;
    do {
      frame = next(DATA);
      body.append(frame.payload());
    } while (!frame.ends());
    return body.toString();
  }

  /** Reads this number of bytes of DATA. */
  public void take(int bytes) throws IOException {
    for (int left = bytes; left > 0; ) {
      left -= next(DATA).payload().length();
      if (left < 0) {
        throw new IOException(-left + " bytes more than " + bytes);
      }
    }
  }

  /** Reads DATA until {@code stream} ends, and returns the number of bytes of other streams. */
  public int othersUntilEnd(int stream) throws IOException {
    int others = 0;
    while (true) {
      Frame frame = next(DATA);
      if (frame.stream() != stream) {
        others += frame.payload().length();
      } else if (frame.ends()) {
        return others;
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
