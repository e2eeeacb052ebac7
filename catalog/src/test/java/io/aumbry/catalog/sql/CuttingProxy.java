package io.aumbry.catalog.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A TCP proxy before PostgreSQL that breaks connections at chosen points. */
public final class CuttingProxy implements AutoCloseable {
  /** Handling of the next COMMIT. */
  public enum AtCommit {
    PASS,
    /** The server does not get it, and sees a closed connection. */
    CUT_BEFORE,
    /** The server executes it, but the answer is lost. */
    CUT_AFTER,
    /** The client sees a closed connection. The server gets the COMMIT on {@link #release}. */
    HOLD
  }

  private final ServerSocket listener;
  private final int target;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile AtCommit atCommit = AtCommit.PASS;
  private volatile boolean down;
  private volatile boolean downAfterCut;
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final ConcurrentHashMap<Socket, CountDownLatch> ended = new ConcurrentHashMap<>();

  public CuttingProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Applies to the next COMMIT only. */
  public void atNextCommit(AtCommit action) {
    atCommit = action;
  }

  /** Accepts no connections once the next COMMIT was cut. */
  void goDownAfterCut() {
    downAfterCut = true;
  }

  /** Breaks all connections, and further ones at once. */
  public void goDown() {
    down = true;
    cutAll();
  }

  public void comeUp() {
    down = false;
  }

  void cutAll() {
    open.forEach(CuttingProxy::cut);
  }

  void awaitHeld() throws InterruptedException {
    if (!held.await(20, TimeUnit.SECONDS)) {
      throw new AssertionError("no COMMIT came");
    }
  }

  void release() {
    released.countDown();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        if (down) {
          cut(client);
        } else {
          connect(client);
        }
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void connect(Socket client) {
    Socket server;
    try {
      server = new Socket(InetAddress.getLoopbackAddress(), target);
    } catch (IOException e) {
      // The client may try again.
      cut(client);
      return;
    }
    open.add(client);
    open.add(server);
    Thread.ofVirtual().start(() -> requests(client, server));
    Thread.ofVirtual().start(() -> answers(client, server));
  }

  private void requests(Socket client, Socket server) {
    byte[] buffer = new byte[1 << 16];
    CommitDetector detector = new CommitDetector();
    try (client;
        server) {
      InputStream in = client.getInputStream();
      OutputStream out = server.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        if (detector.isCommit(buffer, count) && atCommit != AtCommit.PASS) {
          cutAtCommit(client, server, Arrays.copyOf(buffer, count));
          return;
        }
        out.write(buffer, 0, count);
      }
    } catch (IOException | InterruptedException e) {
      // Either side closed the connection.
    }
  }

  /** The driver sends the text of COMMIT once, and the name of its statement from then on. */
  private static final class CommitDetector {
    private static final Pattern PARSE =
        Pattern.compile("P[\\x00-\\xff]{4}(S_\\d+)\\x00COMMIT\\x00");

    private String bind = "COMMIT\0";

    boolean isCommit(byte[] buffer, int count) {
      String text = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
      boolean isCommit = text.contains("COMMIT\0") || text.contains(bind);
      Matcher parse = PARSE.matcher(text);
      if (parse.find()) {
        bind = "\0" + parse.group(1) + "\0";
      }
      return isCommit;
    }
  }

  private void cutAtCommit(Socket client, Socket server, byte[] commit)
      throws IOException, InterruptedException {
    AtCommit action = atCommit;
    atCommit = AtCommit.PASS;
    if (downAfterCut) {
      down = true;
      Set<Socket> others = new HashSet<>(open);
      others.removeAll(Set.of(client, server));
      others.forEach(CuttingProxy::cut);
    }
    switch (action) {
      case PASS -> throw new IllegalStateException("not cut");
      case CUT_BEFORE -> cut(client);
      case CUT_AFTER -> {
        open.remove(client);
        client.shutdownInput();
        deliver(server, commit);
        cut(client);
      }
      case HOLD -> {
        cut(client);
        held.countDown();
        released.await();
        deliver(server, commit);
      }
    }
  }

  /** Sends the COMMIT, and returns when the server has answered. */
  private void deliver(Socket server, byte[] commit) throws IOException, InterruptedException {
    server.getOutputStream().write(commit);
    server.shutdownOutput();
    ended.computeIfAbsent(server, _ -> new CountDownLatch(1)).await();
  }

  private void answers(Socket client, Socket server) {
    byte[] buffer = new byte[1 << 16];
    try {
      InputStream in = server.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        forward(client, buffer, count);
      }
    } catch (IOException e) {
      // The server closed the connection.
    } finally {
      ended.computeIfAbsent(server, _ -> new CountDownLatch(1)).countDown();
      cut(client);
    }
  }

  /** Drops answers to a client after its connection was cut. */
  private static void forward(Socket client, byte[] buffer, int count) {
    try {
      if (!client.isInputShutdown()) {
        client.getOutputStream().write(buffer, 0, count);
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed already.
    }
  }

  @Override
  public void close() throws IOException {
    released.countDown();
    listener.close();
    cutAll();
  }
}
