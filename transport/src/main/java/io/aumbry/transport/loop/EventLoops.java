package io.aumbry.transport.loop;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.buffer.DirectBufferPool;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultEventExecutorChooserFactory;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.EventExecutorChooserFactory;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** The event loops of a process, shared by all its servers and clients. */
public final class EventLoops implements AutoCloseable {
  /** A loop ends once no task has arrived for this time. */
  private static final long QUIET_MILLIS = 20;

  private static final long CLOSE_MILLIS = 5_000;

  private static final int LEAST_READ = 512;
  private static final int FIRST_READ = 1024;
  private static final int MOST_READ = 256 * 1024;

  private final MultiThreadIoEventLoopGroup group;
  private final List<LoopCarrier> carriers;
  private final DirectBufferPool pool;
  private final ExecutorService helpers;
  private final LoopWatchdog watchdog;
  private final LoopRescue rescue;
  private final NetworkIo io;
  private final Time time;

  private EventLoops(EventLoopConfig config, Time time) {
    this.io = NetworkIo.of(config.io());
    this.time = time;
    this.watchdog = new LoopWatchdog(config.longestHold(), time);
    this.pool = new DirectBufferPool();
    this.helpers =
        Executors.newFixedThreadPool(
            config.helpers(), new DefaultThreadFactory("aumbry-helper", true));
    List<LoopCarrier> made = new ArrayList<>();
    this.group = new Group(config, io.handlers(), made);
    for (EventExecutor loop : group) {
      made.add(
          new LoopCarrier(
              made.size(), (SingleThreadEventLoop) loop, time, watchdog, config.carrying()));
    }
    this.carriers = List.copyOf(made);
    this.rescue = new LoopRescue(carriers);
  }

  /** Starts the loops. A loop's thread starts with its first connection. */
  public static EventLoops start(EventLoopConfig config, Time time) {
    return new EventLoops(config, time);
  }

  public List<Carrier> carriers() {
    return List.copyOf(carriers);
  }

  public BufferPool pool() {
    return pool;
  }

  public Time time() {
    return time;
  }

  public LoopWatchdog watchdog() {
    return watchdog;
  }

  public void register(Metrics metrics) {
    pool.register(metrics);
    metrics.gauge(
        "aumbry_transport_loops_rescues",
        "Times that the requests of a blocked event loop ran on the rescue thread",
        rescue::rescues);
    Family<Gauge> connections =
        metrics.gauges(
            "aumbry_transport_loop_connections", "Connections of each event loop", "loop");
    Family<Gauge> cpu =
        metrics.gauges(
            "aumbry_transport_loop_cpu_seconds",
            "CPU time of each event loop and its requests. A rate of 1 is the limit",
            "loop");
    for (LoopCarrier carrier : carriers) {
      String index = String.valueOf(carrier.index());
      connections.set(carrier.connections()::get, index);
      cpu.set(carrier::cpuSeconds, index);
    }
  }

  /** Closes the open connections and waits until the loop threads have ended. */
  @Override
  public void close() {
    carriers.forEach(carrier -> carrier.workers().close());
    var _ = group.shutdownGracefully(QUIET_MILLIS, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    group.terminationFuture().awaitUninterruptibly();
    rescue.close();
    helpers.shutdown();
  }

  /** As {@link #carriers()}, with members that only this module uses. */
  public List<LoopCarrier> loops() {
    return carriers;
  }

  /** Netty's view of the loops. It assigns new channels by {@link EventLoopConfig.Spread}. */
  public EventLoopGroup group() {
    return group;
  }

  public LoopCarrier carrierOf(EventLoop loop) {
    for (LoopCarrier carrier : carriers) {
      if (carrier.loop().equals(loop)) {
        return carrier;
      }
    }
    throw new IllegalArgumentException(loop + " is not one of these loops");
  }

  public DirectBufferPool buffers() {
    return pool;
  }

  /** For short blocking work: handshakes, and reading the files of their keys. */
  public Executor helpers() {
    return helpers;
  }

  /**
   * Sizes of reads from a socket: small at first, because an idle request pins its buffer, and
   * large once bytes flow.
   */
  public RecvByteBufAllocator readSizes() {
    return new AdaptiveRecvByteBufAllocator(LEAST_READ, FIRST_READ, MOST_READ);
  }

  public static boolean isAvailable(EventLoopConfig.Io io) {
    return NetworkIo.isAvailable(io);
  }

  public Class<? extends ServerChannel> serverChannel() {
    return io.server();
  }

  public Class<? extends SocketChannel> socketChannel() {
    return io.socket();
  }

  /** The option that limits the unsent bytes in a socket, if the system has one. */
  public Optional<ChannelOption<Long>> unsentOption() {
    return io.unsent();
  }

  /** Creates the loops with their choosing rule. */
  private static final class Group extends MultiThreadIoEventLoopGroup {
    Group(EventLoopConfig config, IoHandlerFactory io, List<LoopCarrier> carriers) {
      super(
          config.loops(),
          new ThreadPerTaskExecutor(new DefaultThreadFactory("aumbry-loop", true)),
          io,
          switch (config.spread()) {
            case FEWEST -> new Fewest(carriers);
            case IN_TURN -> DefaultEventExecutorChooserFactory.INSTANCE;
          });
    }
  }

  /** Chooses the loop with the fewest connections, round robin among equals. */
  private record Fewest(List<LoopCarrier> carriers) implements EventExecutorChooserFactory {
    @Override
    public EventExecutorChooser newChooser(EventExecutor[] executors) {
      AtomicInteger turn = new AtomicInteger();
      return () -> {
        int first = Math.floorMod(turn.getAndIncrement(), executors.length);
        if (carriers.size() < executors.length) {
          return executors[first];
        }
        return IntStream.range(0, executors.length)
            .mapToObj(step -> carriers.get((first + step) % executors.length))
            .min(Comparator.comparingInt(carrier -> carrier.connections().get()))
            .orElseThrow()
            .loop();
      };
    }
  }
}
