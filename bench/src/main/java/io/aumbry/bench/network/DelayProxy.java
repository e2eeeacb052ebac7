package io.aumbry.bench.network;

import io.aumbry.bench.load.Pacer;
import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Simulates distance between clients and a port of this machine. It delays every byte by half a
 * round trip, and holds as many bytes in flight as a long wide line. A narrow line reads only at
 * its rate and buffers little, so that senders wait. It uses two blocking threads for each
 * direction of a connection, whose CPU time is in no figure.
 */
final class DelayProxy implements AutoCloseable {
  private static final int READ = 256 << 10;

  /** The size of reads and socket buffers of a narrow line, in bytes. */
  private static final int NARROW_READ = 64 << 10;

  private static final long SECOND = 1_000_000_000;

  /** The most reads in flight in one direction. Each may be small. */
  private static final int UNDER_WAY = 256;

  private final int target;
  private final LinkProfile line;
  private final long delayNanos;
  private final Time time;
  private final Pacer pacer;
  private final ServerSocketChannel listener;
  private final AtomicLong upFree = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong downFree = new AtomicLong(Long.MIN_VALUE);
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();

  /** Bytes with their arrival time. No bytes mark the end. */
  private record Piece(ByteBuffer bytes, long due) {}

  private DelayProxy(int target, LinkProfile line, Time time, Pacer pacer) throws IOException {
    this.target = target;
    this.line = line;
    this.delayNanos = line.roundTrip().toNanos() / 2;
    this.time = time;
    this.pacer = pacer;
    this.listener = ServerSocketChannel.open();
    if (line.isNarrow()) {
      listener.setOption(StandardSocketOptions.SO_RCVBUF, NARROW_READ);
    }
    listener.bind(loopback(0));
  }

  /** Starts a proxy on a free port. */
  static DelayProxy start(int target, LinkProfile line, Time time, Pacer pacer) {
    try {
      DelayProxy proxy = new DelayProxy(target, line, time, pacer);
      daemon(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void daemon(Runnable task) {
    Thread.ofPlatform().daemon().name("delay").start(task);
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  int port() {
    return listener.socket().getLocalPort();
  }

  private void accept() {
    try {
      while (listener.isOpen()) {
        SocketChannel client = listener.accept();
        SocketChannel server = SocketChannel.open();
        if (line.isNarrow()) {
          server.setOption(StandardSocketOptions.SO_RCVBUF, NARROW_READ);
        }
        server.connect(loopback(target));
        join(client, server, upFree);
        join(server, client, downFree);
      }
    } catch (IOException e) {
      // this proxy or its target was closed
    }
  }

  private void join(SocketChannel from, SocketChannel to, AtomicLong free) throws IOException {
    open.add(from);
    from.socket().setTcpNoDelay(true);
    Mailbox<Piece> pieces = new Mailbox<>();
    Semaphore room = new Semaphore(UNDER_WAY);
    daemon(() -> read(from, pieces, room, free));
    daemon(() -> write(pieces, to, room));
  }

  private void read(SocketChannel from, Mailbox<Piece> pieces, Semaphore room, AtomicLong free) {
    try {
      ByteBuffer bytes = ByteBuffer.allocateDirect(line.isNarrow() ? NARROW_READ : READ);
      while (from.read(bytes) >= 0) {
        room.acquireUninterruptibly();
        ByteBuffer copy = ByteBuffer.allocate(bytes.flip().remaining()).put(bytes).flip();
        bytes.clear();
        if (line.isNarrow()) {
          pacer.awaitUntil(reserve(free, copy.remaining()));
        }
        pieces.post(new Piece(copy, time.monotonicNanos() + delayNanos));
      }
    } catch (IOException e) {
      // the other side sees an end
    }
    pieces.post(new Piece(ByteBuffer.allocate(0), time.monotonicNanos() + delayNanos));
  }

  /**
   * Reserves time on the line for more bytes, after those before them.
   *
   * @return the time at which the bytes are through
   */
  private long reserve(AtomicLong free, int bytes) {
    long takes = bytes * SECOND / line.bytesPerSecond();
    long now = time.monotonicNanos();
    return free.accumulateAndGet(takes, (until, more) -> Math.max(until, now) + more);
  }

  private void write(Mailbox<Piece> pieces, SocketChannel to, Semaphore room) {
    try {
      for (Piece piece = pieces.take(); piece.bytes().hasRemaining(); piece = pieces.take()) {
        pacer.awaitUntil(piece.due());
        while (piece.bytes().hasRemaining()) {
          to.write(piece.bytes());
        }
        room.release();
      }
      to.shutdownOutput();
    } catch (IOException e) {
      room.release(UNDER_WAY);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (SocketChannel channel : open) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
