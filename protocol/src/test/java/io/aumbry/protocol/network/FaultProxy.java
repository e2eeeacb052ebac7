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
 * Forwards TCP to a loopback port, with faults. Stalled bytes are delayed rather than lost, as in a
 * network that drops packets. Cutting a connection loses the bytes in flight.
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
   * Listens on its own port.
   *
   * @param target supplies the target port for each connection
   */
  public FaultProxy(IntSupplier target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  /** Delays all further bytes, in each direction. */
  public void delay(Duration oneWay) {
    passages.values().forEach(passage -> passage.delay(oneWay));
  }

  /** Limits the rate of all connections together, in each direction. */
  public void limit(long bytesPerSecond) {
    passages.values().forEach(passage -> passage.limit(bytesPerSecond));
  }

  /** Holds further bytes in this direction silently. */
  public void stall(Way way) {
    passage(way).stall();
  }

  /** Stalls both directions. */
  public void stall() {
    passages.values().forEach(Passage::stall);
  }

  /** Bytes received in both directions, over all connections. */
  public long passed() {
    return passages.values().stream().mapToLong(Passage::passed).sum();
  }

  /** Ends all connections, and every new one at once. */
  public void cut() {
    cut = true;
    drop();
  }

  /** Ends stalls and cuts. Delay and limit stay. */
  public void mend() {
    cut = false;
    passages.values().forEach(Passage::resume);
  }

  /** Ends all connections. New ones are possible. */
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
      // the proxy was closed
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

  /** Reads and writes on separate threads, so that delayed bytes do not block others. */
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
      // the other side sees the end of the stream
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
