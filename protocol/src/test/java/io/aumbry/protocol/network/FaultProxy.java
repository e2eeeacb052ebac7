package io.aumbry.protocol.network;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Passes TCP on to a port on loopback, over one {@link FaultLink} or several: who connects says
 * over which.
 */
public final class FaultProxy implements AutoCloseable {
  private final IntSupplier target;
  private final List<FaultLink> links;
  private final IntUnaryOperator choice;
  private final ServerSocket server;

  /**
   * Listens on a port of its own.
   *
   * @param target asked for at each connection
   */
  public FaultProxy(IntSupplier target) throws IOException {
    this(target, 1, _ -> 0);
  }

  /**
   * Listens on a port of its own.
   *
   * @param target asked for at each connection
   * @param links so many there are
   * @param choice of one of them by the port that a connection comes from
   */
  public FaultProxy(IntSupplier target, int links, IntUnaryOperator choice) throws IOException {
    this.target = target;
    this.links = Stream.generate(FaultLink::new).limit(links).toList();
    this.choice = choice;
    this.server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return server.getLocalPort();
  }

  public FaultLink link(int number) {
    return links.get(number);
  }

  /** Of all links. */
  public void delay(Duration oneWay) {
    links.forEach(link -> link.delay(oneWay));
  }

  /** On all links. */
  public void stall() {
    links.forEach(FaultLink::stall);
  }

  /** Over all links. */
  public long passed() {
    return links.stream().mapToLong(FaultLink::passed).sum();
  }

  /** All links. */
  public void cut() {
    links.forEach(FaultLink::cut);
  }

  /** All links. */
  public void mend() {
    links.forEach(FaultLink::mend);
  }

  /** On all links. */
  public void drop() {
    links.forEach(FaultLink::drop);
  }

  private void accept() {
    try {
      while (!server.isClosed()) {
        Socket client = server.accept();
        links.get(choice.applyAsInt(client.getPort())).join(client, target.getAsInt());
      }
    } catch (IOException e) {
      // it was closed
    } finally {
      drop();
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
