package io.aumbry.transport.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bad network between a client and a local port: it can stall, break, be slow, or lose one side
 * silently.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int READ_SIZE = 64 * 1024;

  private final int target;
  private final ServerSocket listener;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicLong passed = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("proxy-timer").factory());

  /** Guards the following fields. */
  private final Object lock = new Object();

  private boolean stalled;
  private Duration delay = Duration.ZERO;

  /** Listens on its own port and forwards to {@code target}. */
  public TcpProxy(int target) {
    this.target = target;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  private static void daemon(Runnable task) {
    Thread.ofPlatform().daemon().name("proxy").start(task);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Bytes forwarded in both directions. */
  public long passed() {
    return passed.get();
  }

  /** Connections are accepted from now on, but bytes are held. */
  public void stall() {
    synchronized (lock) {
      stalled = true;
    }
  }

  /** Forwards the held bytes and all further ones. */
  public void resume() {
    synchronized (lock) {
      stalled = false;
      lock.notifyAll();
    }
  }

  /** Delays all bytes without limiting their rate. */
  public void delay(Duration latency) {
    synchronized (lock) {
      delay = latency;
    }
  }

  /** Resets all connections, as the system of a killed process does. */
  public void cut() {
    links.forEach(Link::reset);
  }

  /** The target loses its connections silently. */
  public void halfOpen() {
    links.forEach(Link::loseTarget);
  }

  /** Accepts no more connections and resets the existing ones. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    resume();
    cut();
    timer.shutdownNow();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), target));
        links.add(link);
        link.start();
        if (listener.isClosed()) {
          // No thread may have seen it to reset it.
          link.reset();
        }
      } catch (IOException e) {
        // The target does not listen, or this proxy was closed.
      }
    }
  }

  private void awaitFlow() throws InterruptedException {
    synchronized (lock) {
      while (stalled) {
        lock.wait();
      }
    }
  }

  /** Counts down when bytes that arrive now may be forwarded. */
  private CountDownLatch due() {
    Duration latency;
    synchronized (lock) {
      latency = delay;
    }
    CountDownLatch due = new CountDownLatch(latency.isZero() ? 0 : 1);
    if (due.getCount() > 0) {
      var _ = timer.schedule(due::countDown, latency.toNanos(), TimeUnit.NANOSECONDS);
    }
    return due;
  }

  /** Bytes or the end of the stream, and the time to forward them. */
  private record Piece(Optional<byte[]> bytes, CountDownLatch due) {}

  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile boolean halfOpen;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void start() throws IOException {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      connect(client, server);
      connect(server, client);
    }

    private void connect(Socket from, Socket to) {
      BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>(64);
      daemon(() -> read(from, pieces));
      daemon(() -> write(pieces, to));
    }

    private void read(Socket from, BlockingQueue<Piece> pieces) {
      byte[] buffer = new byte[READ_SIZE];
      try {
        for (int n = from.getInputStream().read(buffer);
            n >= 0;
            n = from.getInputStream().read(buffer)) {
          pieces.put(new Piece(Optional.of(Arrays.copyOf(buffer, n)), due()));
        }
        pieces.put(new Piece(Optional.empty(), due()));
      } catch (IOException | InterruptedException e) {
        fail();
      }
    }

    private void write(BlockingQueue<Piece> pieces, Socket to) {
      try {
        while (true) {
          Piece piece = pieces.take();
          piece.due().await();
          awaitFlow();
          if (piece.bytes().isEmpty()) {
            end(to);
            return;
          }
          to.getOutputStream().write(piece.bytes().get());
          passed.addAndGet(piece.bytes().get().length);
        }
      } catch (IOException | InterruptedException e) {
        fail();
      }
    }

    private void end(Socket to) throws IOException {
      if (!halfOpen) {
        to.shutdownOutput();
      }
    }

    private void fail() {
      if (!halfOpen) {
        reset();
      }
    }

    void loseTarget() {
      halfOpen = true;
      reset(server);
    }

    void reset() {
      links.remove(this);
      reset(client);
      reset(server);
    }

    private static void reset(Socket socket) {
      try {
        socket.setSoLinger(true, 0);
        socket.close();
      } catch (IOException e) {
        // already closed
      }
    }
  }
}
