package io.aumbry.protocol.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/**
 * Passes TCP on to a port on loopback, as well or as badly as it is told. Bytes that are stalled
 * are not lost but late, as by a network that drops packets; what is under way when a connection is
 * cut is lost.
 */
public final class FaultProxy implements AutoCloseable {
  private static final int BUFFER = 64 << 10;

  private final IntSupplier target;
  private final ServerSocket server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Map<Way, Passage> passages =
      Map.of(Way.TO_TARGET, new Passage(), Way.FROM_TARGET, new Passage());
  private volatile boolean cut;

  /**
   * Listens on a port of its own.
   *
   * @param target asked for at each connection
   */
  public FaultProxy(IntSupplier target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** From now on bytes are so late, each way. */
  public void delay(Duration oneWay) {
    passages.values().forEach(passage -> passage.delay(oneWay));
  }

  /** From now on no more than so many bytes a second pass, each way, over all connections. */
  public void limit(long bytesPerSecond) {
    passages.values().forEach(passage -> passage.limit(bytesPerSecond));
  }

  /** From now on bytes that go this way are held, and nobody is told. */
  public void stall(Way way) {
    passage(way).stall();
  }

  /** The same for both ways. */
  public void stall() {
    passages.values().forEach(Passage::stall);
  }

  /** Bytes that have come, both ways, over all connections. */
  public long passed() {
    return passages.values().stream().mapToLong(Passage::passed).sum();
  }

  /** Ends all connections, and every new one at once. */
  public void cut() {
    cut = true;
    drop();
  }

  /** Nothing is held or cut any more; delay and limit stay. */
  public void mend() {
    cut = false;
    passages.values().forEach(Passage::resume);
  }

  /** Ends all connections; new ones can be made. */
  public void drop() {
    sockets.forEach(FaultProxy::close);
    sockets.clear();
  }

  private Passage passage(Way way) {
    Passage passage = passages.get(way);
    if (passage == null) {
      throw new IllegalStateException("no passage " + way);
    }
    return passage;
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        join(server.accept());
      }
    } catch (IOException e) {
      // it was closed
    } finally {
      drop();
    }
  }

  private void join(Socket client) {
    sockets.add(client);
    try {
      Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target.getAsInt());
      sockets.add(upstream);
      client.setTcpNoDelay(true);
      upstream.setTcpNoDelay(true);
      Thread.ofVirtual().start(() -> pump(client, upstream, passage(Way.TO_TARGET)));
      Thread.ofVirtual().start(() -> pump(upstream, client, passage(Way.FROM_TARGET)));
      if (cut) {
        drop();
      }
    } catch (IOException e) {
      close(client);
    }
  }

  /** Reads on one thread and writes on another, so that what is late does not hold up the rest. */
  private static void pump(Socket from, Socket to, Passage passage) {
    Passage.Line line = passage.line();
    Thread.ofVirtual().start(() -> write(line, from, to));
    try {
      InputStream in = from.getInputStream();
      byte[] bytes = new byte[BUFFER];
      for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
        line.put(bytes, count);
      }
    } catch (IOException e) {
      // the other side hears of it as of an end
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      line.end();
    }
  }

  private static void write(Passage.Line line, Socket from, Socket to) {
    try {
      WritableByteChannel out = Channels.newChannel(to.getOutputStream());
      for (ByteBuffer bytes = line.take(); bytes.hasRemaining(); bytes = line.take()) {
        out.write(bytes);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      line.end();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    mend();
    drop();
  }
}
