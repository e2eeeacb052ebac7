package io.aumbry.transport.socket;

import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http2.Http2Config;
import io.aumbry.transport.loop.EventLoops;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies the limit of {@link UnsentBound} to the unsent bytes in a socket and to the bytes waiting
 * in Netty. Other bytes wait where streams take turns. It stands next to the socket, before TLS,
 * and counts bytes as they are sent.
 *
 * <p>If the system has no such {@code option} or refuses it, only the socket's buffer limits the
 * unsent bytes.
 */
public final class UnsentLimiter extends ChannelDuplexHandler {
  private static final Logger LOG = LoggerFactory.getLogger(UnsentLimiter.class);

  /** Empty once the system refused it. */
  private Optional<ChannelOption<Long>> option;

  private final Time time;
  private final UnsentBound bound;
  private long written;

  /** Whether the current writes refill the socket right after it took bytes. */
  private boolean refilling;

  private boolean lookScheduled;

  /** Bytes taken by the socket when the look was scheduled. */
  private long takenBefore;

  UnsentLimiter(Optional<ChannelOption<Long>> option, int most, Time time) {
    this.option = option;
    this.time = time;
    this.bound = new UnsentBound(most, time.monotonicNanos());
  }

  /** Adds a limiter to the end of {@code pipeline} if {@code unsent} is limited by time. */
  public static void join(ChannelPipeline pipeline, Http2Config.Unsent unsent, EventLoops loops) {
    switch (unsent.bound()) {
      case BYTES -> {}
      case TIME ->
          pipeline.addLast(new UnsentLimiter(loops.unsentOption(), unsent.most(), loops.time()));
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    apply(ctx.channel());
  }

  private void apply(Channel channel) {
    int bytes = bound.bytes();
    channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(bytes / 2, bytes));
    option.ifPresent(known -> tell(channel, known, bytes));
  }

  /** A refusal by the system must not fail the connection. */
  private void tell(Channel channel, ChannelOption<Long> known, long bytes) {
    try {
      channel.config().setOption(known, bytes);
    } catch (ChannelException e) {
      option = Optional.empty();
      LOG.atWarn()
          .addKeyValue("option", known)
          .addKeyValue("why", e.getMessage())
          .log("The system refused to limit the unsent bytes of a socket");
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ChannelOutboundBuffer waiting = ctx.channel().unsafe().outboundBuffer();
    if (!refilling && waiting != null && waiting.totalPendingWriteBytes() == 0) {
      bound.idle();
      settle(ctx.channel());
    }
    if (message instanceof ByteBuf bytes) {
      written += bytes.readableBytes();
    }
    var _ = ctx.write(message, promise);
  }

  /**
   * When the channel becomes unwritable, the socket is checked after it was given the waiting
   * bytes.
   */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    ChannelOutboundBuffer waiting = ctx.channel().unsafe().outboundBuffer();
    if (waiting != null && !ctx.channel().isWritable() && !lookScheduled) {
      lookScheduled = true;
      takenBefore = taken(waiting);
      ctx.executor().execute(() -> look(ctx.channel()));
    }
    boolean outer = refilling;
    refilling = true;
    try {
      ctx.fireChannelWritabilityChanged();
    } finally {
      refilling = outer;
    }
  }

  private void look(Channel channel) {
    lookScheduled = false;
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    if (waiting == null) {
      return;
    }
    boolean none = waiting.totalPendingWriteBytes() == 0;
    if (none) {
      bound.tookAll(written - takenBefore);
    } else {
      bound.full(taken(waiting), time.monotonicNanos());
    }
    if (none || !channel.isWritable()) {
      settle(channel);
    }
  }

  private long taken(ChannelOutboundBuffer waiting) {
    return written - waiting.totalPendingWriteBytes() + waiting.currentProgress();
  }

  /**
   * Called only while nothing waits or the channel is unwritable, so that Netty reports writability
   * later. Otherwise a blocked stream might never be woken.
   */
  private void settle(Channel channel) {
    if (bound.settle(time.monotonicNanos())) {
      apply(channel);
    }
  }
}
