package io.aumbry.tests.cluster;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Clients that hold the resources of a frontend. They do not read large answers, and upload slowly.
 * Some seconds after the frontend has closed a connection, they open another.
 */
final class SlowClients implements AutoCloseable {
  /** Bytes of an upload that arrive at once. The rest follows in steps of {@link #DROP}. */
  private static final int FIRST_BYTES = 3_000;

  private static final int DROP = 30;
  private static final int ANNOUNCED = 4 << 20;
  private static final int STREAMS = 100;
  private static final Duration TICK = Duration.ofMillis(250);
  private static final int REOPEN_TICKS = 20;
  private static final Duration CONNECT = Duration.ofMillis(1);

  /** The attacks, each from a single client address. */
  enum Attack {
    /** One HTTP/2 connection with 100 GETs of a large blob and no window. */
    HTTP2_GETS(1),
    /** One HTTP/2 connection with 70 slow uploads. */
    HTTP2_POSTS(1),
    /** 80 HTTP/1.1 connections, half of them downloads and half uploads. */
    HTTP1(80),
    /** 500 HTTP/1.1 connections, as in {@link #HTTP1}. */
    HTTP1_MANY(500),
    /** 500 HTTP/2 connections with 100 GETs each. */
    HTTP2_MANY(500);

    private final int connections;

    Attack(int connections) {
      this.connections = connections;
    }
  }

  /** One connection of an attack. */
  private interface Client extends AutoCloseable {
    /** Sends a little more. Throws if the connection is broken. */
    void drip() throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Opens a connection and sends all requests at once. */
  private interface Opening {
    Client open(int number) throws IOException;
  }

  private final URI endpoint;
  private final String from;
  private final String largeBlob;
  private final List<Client> clients = new ArrayList<>();
  private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor();

  private SlowClients(URI endpoint, String from, String largeBlob) {
    this.endpoint = endpoint;
    this.from = from;
    this.largeBlob = largeBlob;
  }

  /**
   * Begins an attack, which lasts until it is closed.
   *
   * @param endpoint of the frontend
   * @param from the address of the attackers
   * @param largeBlob path of a blob of many chunks
   */
  static SlowClients begin(Attack attack, URI endpoint, String from, String largeBlob) {
    SlowClients slow = new SlowClients(endpoint, from, largeBlob);
    Opening opening = slow.opening(attack);
    for (int i = 0; i < attack.connections; i++) {
      slow.clients.add(new Broken(0));
      slow.replace(i, opening);
    }
    var _ =
        slow.ticks.scheduleWithFixedDelay(
            () -> slow.tick(opening), 0, TICK.toMillis(), TimeUnit.MILLISECONDS);
    return slow;
  }

  private Opening opening(Attack attack) {
    return switch (attack) {
      case HTTP2_GETS, HTTP2_MANY -> number -> new Http2Gets();
      case HTTP2_POSTS -> number -> new Http2Posts();
      case HTTP1, HTTP1_MANY -> number -> number % 2 == 0 ? new Http1Get() : new Http1Post();
    };
  }

  private void tick(Opening opening) {
    for (int i = 0; i < clients.size(); i++) {
      try {
        clients.get(i).drip();
      } catch (IOException broken) {
        lose(i, opening);
      }
    }
  }

  private void lose(int number, Opening opening) {
    if (clients.get(number) instanceof Broken) {
      replace(number, opening);
    } else {
      closeQuietly(clients.set(number, new Broken(REOPEN_TICKS)));
    }
  }

  private void replace(int number, Opening opening) {
    try {
      clients.set(number, opening.open(number));
    } catch (IOException refused) {
      clients.set(number, new Broken(REOPEN_TICKS));
    }
  }

  private static void closeQuietly(Client client) {
    try {
      client.close();
    } catch (IOException broken) {
      // already broken
    }
  }

  /** A connection that the frontend has closed, for some ticks. */
  private static final class Broken implements Client {
    private int ticks;

    Broken(int ticks) {
      this.ticks = ticks;
    }

    @Override
    public void drip() throws IOException {
      ticks--;
      if (ticks < 0) {
        throw new IOException("broken for long enough");
      }
    }

    @Override
    public void close() {
      // nothing to close
    }
  }

  private final class Http2Gets implements Client {
    private final RawHttp2 connection = new RawHttp2(endpoint, from);

    Http2Gets() throws IOException {
      for (int i = 0; i < STREAMS; i++) {
        connection.get(largeBlob);
      }
    }

    /** A stream that is refused or reset makes room for this one. */
    @Override
    public void drip() throws IOException {
      connection.skipInput();
      connection.get(largeBlob);
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  private final class Http2Posts implements Client {
    private static final int POSTS = 70;

    private final RawHttp2 connection = new RawHttp2(endpoint, from);
    private final List<Integer> streams = new ArrayList<>();

    Http2Posts() throws IOException {
      Map<String, String> fields = new LinkedHashMap<>();
      RawHttp.UPLOAD_HEADERS
          .lines()
          .filter(line -> !line.startsWith("Host"))
          .map(line -> line.split(": ", 2))
          .forEach(field -> fields.put(field[0], field[1]));
      fields.put("content-length", Integer.toString(ANNOUNCED));
      for (int i = 0; i < POSTS; i++) {
        streams.add(connection.post(fields));
        connection.data(streams.getLast(), new byte[FIRST_BYTES]);
      }
    }

    @Override
    public void drip() throws IOException {
      connection.skipInput();
      for (int stream : streams) {
        connection.data(stream, new byte[DROP]);
      }
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  private final class Http1Get implements Client {
    private final RawHttp connection = new RawHttp(endpoint, from, CONNECT);

    Http1Get() throws IOException {
      connection.write("GET " + largeBlob + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** Writes a byte of an incomplete request, which shows whether the connection is still open. */
    @Override
    public void drip() throws IOException {
      connection.write("x");
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  private final class Http1Post implements Client {
    private final RawHttp connection = new RawHttp(endpoint, from, CONNECT);

    Http1Post() throws IOException {
      String head = "POST / HTTP/1.1\r\n" + RawHttp.UPLOAD_HEADERS;
      connection.write(head + "Content-Length: " + ANNOUNCED + "\r\n\r\n");
      connection.write("x".repeat(FIRST_BYTES));
    }

    @Override
    public void drip() throws IOException {
      connection.write("x".repeat(DROP));
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  @Override
  public void close() {
    ticks.close();
    clients.forEach(SlowClients::closeQuietly);
  }
}
