package io.aumbry.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes TCP on to a port on loopback; cut, it swallows all bytes and closes nothing. */
final class CuttableProxy implements AutoCloseable {
  private final int target;
  private final ServerSocket server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private volatile boolean cut;

  CuttableProxy(int target) throws IOException {
    this.target = target;
    this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String connectString() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  void cut() {
    cut = true;
  }

  /** New connections work again; the old ones are closed. */
  void mend() {
    cut = false;
    sockets.forEach(CuttableProxy::close);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(client);
        sockets.add(upstream);
        Thread.ofVirtual().start(() -> pump(client, upstream));
        Thread.ofVirtual().start(() -> pump(upstream, client));
      }
    } catch (IOException e) {
      sockets.forEach(CuttableProxy::close);
    }
  }

  private void pump(Socket from, Socket to) {
    byte[] bytes = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        if (!cut) {
          out.write(bytes, 0, n);
        }
      }
    } catch (IOException e) {
      // One side has closed: then so does the other, below.
    }
    if (!cut) {
      close(from);
      close(to);
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
    sockets.forEach(CuttableProxy::close);
  }
}
