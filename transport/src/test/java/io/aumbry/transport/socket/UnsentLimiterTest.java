package io.aumbry.transport.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.testing.LeakCheck;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.EpollChannelOption;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real socket with a reader that determines both the speed of the line and the clock, so that the
 * result does not depend on the machine.
 */
@ExtendWith(LeakCheck.class)
@Timeout(300)
final class UnsentLimiterTest {
  private static final int MOST = 4 << 20;
  private static final int READ = 16 << 10;
  private static final int RECEIVED = 64 << 10;
  private static final long SECOND = 1_000_000_000;

  /** Should be 64 KiB, but the kernel adds some and the loop may be late. */
  private static final int FEW = MOST / 4;

  private final Clock clock = new Clock();

  /** Stands still unless it is moved. */
  private static final class Clock implements Time {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long wallMillis() {
      return 0;
    }

    @Override
    public long monotonicNanos() {
      return nanos.get();
    }
  }

  /** Sends without end, in pieces while the channel is writable, as HTTP/2 does. */
  private static final class Sender extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      send(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
      if (ctx.channel().isWritable()) {
        send(ctx);
      }
    }

    private static void send(ChannelHandlerContext ctx) {
      long room;
      while ((room = ctx.channel().bytesBeforeUnwritable()) > 0) {
        int size = (int) Math.min(room, READ);
        var _ = ctx.write(ctx.alloc().directBuffer(size).writeZero(size));
      }
      var _ = ctx.flush();
    }
  }

  static Stream<EventLoopConfig.Io> inputOutput() {
    return Stream.of(EventLoopConfig.Io.values()).filter(EventLoops::isAvailable);
  }

  /** A connection to a {@link Sender}. */
  private final class Connection implements AutoCloseable {
    private final EventLoops loops;
    private final Channel listener;
    private final Socket socket = new Socket();
    private final Channel sender;

    Connection(EventLoopConfig.Io io) throws IOException {
      loops =
          EventLoops.start(EventLoopConfig.defaults().withLoops(1).withIo(io), new SystemTime());
      CompletableFuture<Channel> accepted = new CompletableFuture<>();
      listener =
          new ServerBootstrap()
              .group(loops.group())
              .channel(loops.serverChannel())
              .childOption(ChannelOption.SO_SNDBUF, MOST)
              .childOption(ChannelOption.ALLOCATOR, loops.buffers().allocator())
              .childHandler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                      channel
                          .pipeline()
                          .addLast(
                              new UnsentLimiter(loops.unsentOption(), MOST, clock), new Sender());
                      accepted.complete(channel);
                    }
                  })
              .bind(InetAddress.getLoopbackAddress(), 0)
              .syncUninterruptibly()
              .channel();
      socket.setReceiveBufferSize(RECEIVED);
      socket.connect(listener.localAddress());
      sender = accepted.join();
    }

    int bound() {
      return sender.config().getWriteBufferHighWaterMark();
    }

    /** Each piece takes its time on the line and is replaced before the next one. */
    void read(long bytes, long bytesPerSecond) throws IOException {
      InputStream in = socket.getInputStream();
      for (long left = bytes; left > 0; left -= READ) {
        in.readNBytes(READ);
        clock.nanos.addAndGet(READ * SECOND / bytesPerSecond);
        turn();
        turn();
      }
    }

    /** Returns after the loop has checked its sockets once more. */
    private void turn() {
      EventLoop loop = sender.eventLoop();
      loop.submit(() -> {}).syncUninterruptibly();
    }

    @Override
    public void close() throws IOException {
      socket.close();
      listener.close().syncUninterruptibly();
      sender.closeFuture().syncUninterruptibly();
      loops.close();
    }
  }

  @ParameterizedTest
  @MethodSource("inputOutput")
  void theBoundFollowsTheLineAndNothingStalls(EventLoopConfig.Io io) throws IOException {
    try (Connection connection = new Connection(io)) {
      for (int round = 0; round < 2; round++) {
        connection.read(32 << 20, Long.MAX_VALUE / SECOND);
        assertThat(connection.bound()).isEqualTo(MOST);
        connection.read(96 << 20, 5_000_000);
        if (connection.loops.unsentOption().isPresent()) {
          assertThat(connection.bound()).isLessThanOrEqualTo(FEW);
        }
      }
    }
  }

  /** As in a sandbox. */
  private static final class RefusingChannel extends EmbeddedChannel {
    private @Nullable ChannelConfig config;

    @Override
    public ChannelConfig config() {
      if (config == null) {
        config =
            new DefaultChannelConfig(this) {
              @Override
              public <T> boolean setOption(ChannelOption<T> option, T value) {
                throw new ChannelException("refused: " + option);
              }
            };
      }
      return config;
    }
  }

  @Test
  void aRefusedOptionDoesNotFailTheConnection() {
    EmbeddedChannel channel = new RefusingChannel();
    Optional<ChannelOption<Long>> option = Optional.of(EpollChannelOption.TCP_NOTSENT_LOWAT);
    channel.pipeline().addLast(new UnsentLimiter(option, MOST, clock));
    channel.checkException();
    assertThat(channel.isOpen()).isTrue();
    assertThat(channel.config().getWriteBufferHighWaterMark()).isEqualTo(UnsentBound.FIRST);
    channel.writeOutbound(channel.alloc().directBuffer(READ).writeZero(READ));
    ByteBuf sent = channel.readOutbound();
    assertThat(sent.readableBytes()).isEqualTo(READ);
    sent.release();
    assertThat(channel.finish()).isFalse();
  }
}
