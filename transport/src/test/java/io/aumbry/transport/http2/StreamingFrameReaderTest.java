package io.aumbry.transport.http2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.Http2EventAdapter;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random frames, cut anywhere, are compared with the list of sent frames. */
final class StreamingFrameReaderTest {
  private static final int FRAMES = 120;
  private static final int LARGEST = 16_384;

  private final List<String> expected = new ArrayList<>();
  private final Events events = new Events();
  private final StreamingFrameReader reader =
      new StreamingFrameReader(new DefaultHttp2FrameReader());

  /** Records received frames, and joins the pieces of a DATA frame. */
  private static final class Events extends Http2EventAdapter {
    private final List<String> seen = new ArrayList<>();
    private final StringBuilder data = new StringBuilder();

    @Override
    public int onDataRead(
        ChannelHandlerContext ctx, int streamId, ByteBuf bytes, int padding, boolean end) {
      data.append(ByteBufUtil.hexDump(bytes));
      if (end) {
        seen.add("data " + streamId + " " + data);
        data.setLength(0);
      }
      return 0;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end) {
      seen.add("headers " + streamId + " " + headers.method() + " " + end);
    }

    @Override
    public void onPingRead(ChannelHandlerContext ctx, long value) {
      seen.add("ping " + value);
    }

    @Override
    public void onWindowUpdateRead(ChannelHandlerContext ctx, int streamId, int increment) {
      seen.add("window " + streamId + " " + increment);
    }

    @Override
    public void onUnknownFrame(
        ChannelHandlerContext ctx, byte type, int streamId, Http2Flags flags, ByteBuf payload) {
      seen.add("unknown " + streamId + " " + ByteBufUtil.hexDump(payload));
    }
  }

  private final class Decoder extends ByteToMessageDecoder {
    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out)
        throws Http2Exception {
      reader.readFrame(ctx, in, events);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void framesCutAnywhereAreReadAsTheyWereSent(long seed) {
    Random random = new Random(seed);
    ByteBuf wire = Unpooled.buffer();
    for (int i = 0; i < FRAMES; i++) {
      write(random, wire);
    }
    EmbeddedChannel channel = new EmbeddedChannel(new Decoder());
    int most = 1 << (1 + random.nextInt(15));
    while (wire.isReadable()) {
      int size = Math.min(wire.readableBytes(), 1 + random.nextInt(most));
      channel.writeInbound(wire.readRetainedSlice(size));
    }
    assertThat(events.seen).as("seed %d", seed).isEqualTo(expected);
    assertThat(reader.gathering()).isZero();
    wire.release();
    channel.finishAndReleaseAll();
  }

  private void write(Random random, ByteBuf wire) {
    int stream = 1 + 2 * random.nextInt(1000);
    switch (random.nextInt(6)) {
      case 0, 1 -> data(random, wire, stream);
      case 2 -> padded(random, wire, stream);
      case 3 -> headers(random, wire, stream);
      case 4 -> {
        long value = random.nextLong();
        frame(wire, 6, 0, 0, Unpooled.buffer().writeLong(value));
        expected.add("ping " + value);
      }
      default -> {
        byte[] payload = bytes(random, random.nextInt(300));
        frame(wire, 0x42, 0, stream, Unpooled.wrappedBuffer(payload));
        expected.add("unknown " + stream + " " + ByteBufUtil.hexDump(payload));
      }
    }
  }

  private void data(Random random, ByteBuf wire, int stream) {
    byte[] payload = bytes(random, random.nextInt(random.nextBoolean() ? 20 : LARGEST));
    frame(wire, 0, 1, stream, Unpooled.wrappedBuffer(payload));
    expected.add("data " + stream + " " + ByteBufUtil.hexDump(payload));
  }

  private void padded(Random random, ByteBuf wire, int stream) {
    byte[] payload = bytes(random, random.nextInt(2000));
    int padding = random.nextInt(200);
    ByteBuf body = Unpooled.buffer().writeByte(padding).writeBytes(payload).writeZero(padding);
    frame(wire, 0, 1 | 8, stream, body);
    expected.add("data " + stream + " " + ByteBufUtil.hexDump(payload));
  }

  /** Method GET and a field of random size, possibly in two frames. */
  private void headers(Random random, ByteBuf wire, int stream) {
    int size = 1 + random.nextInt(100);
    ByteBuf block = Unpooled.buffer().writeByte(0x82).writeByte(0).writeByte(1).writeByte('x');
    block.writeByte(size).writeBytes("v".repeat(size).getBytes(StandardCharsets.US_ASCII));
    if (random.nextBoolean()) {
      frame(wire, 1, 1 | 4, stream, block);
    } else {
      int first = random.nextInt(block.readableBytes());
      frame(wire, 1, 1, stream, block.readRetainedSlice(first));
      frame(wire, 9, 4, stream, block);
    }
    expected.add("headers " + stream + " GET true");
  }

  private static byte[] bytes(Random random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static void frame(ByteBuf wire, int type, int flags, int stream, ByteBuf payload) {
    wire.writeMedium(payload.readableBytes()).writeByte(type).writeByte(flags).writeInt(stream);
    wire.writeBytes(payload);
    payload.release();
  }
}
