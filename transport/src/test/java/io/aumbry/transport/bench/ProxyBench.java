package io.aumbry.transport.bench;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.http.HttpExchange;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpResponse;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.server.HttpServer;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.Messages;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.node.NodeServer;
import io.aumbry.transport.node.NodeServerConfig;
import io.aumbry.transport.node.SocketNodeClient;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures a GET through a proxy and a node with TLS between them: CPU per request of each role, of
 * its event loops alone and in total. Run by hand: {@code node FOLDER SIZE}, {@code proxy FOLDER
 * NODE_PORT} and {@code load PORT CONNECTIONS SECONDS PID...}, each in its own JVM; {@code node}
 * creates the certificates in FOLDER. {@code idle PORT COUNT SECONDS} makes one request on each of
 * COUNT connections and then keeps them open.
 */
final class ProxyBench {
  private static final byte[] REQUEST =
      "GET /x HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private ProxyBench() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "node" -> node(Path.of(args[1]), Integer.parseInt(args[2]));
      case "proxy" -> proxy(Path.of(args[1]), Integer.parseInt(args[2]));
      case "load" -> load(args);
      case "idle" -> idle(args);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static EventLoops loops() {
    return EventLoops.start(
        EventLoopConfig.defaults().withLoops(Integer.getInteger("loops", 1)), new SystemTime());
  }

  private static void node(Path folder, int size) {
    EventLoops loops = loops();
    Optional<TlsConfig> tls =
        Boolean.getBoolean("plain")
            ? Optional.empty()
            : Optional.of(new TestCertificates(folder).config("node", "bench"));
    Body content = Messages.body(loops.pool(), Messages.random(size, 1));
    var found = Messages.found(content);
    NodeServer server =
        NodeServer.start(
            loops,
            NodeServerConfig.defaults("127.0.0.1", 0),
            tls,
            exchange -> exchange.reply(found, content.retain().toSource()));
    System.out.println(server.port());
    new Mailbox<Boolean>().take();
  }

  private static void proxy(Path folder, int nodePort) {
    EventLoops loops = loops();
    Optional<TlsConfig> tls =
        Boolean.getBoolean("plain")
            ? Optional.empty()
            : Optional.of(
                TlsConfig.mutual(
                    folder.resolve("node.crt"),
                    folder.resolve("node.key"),
                    folder.resolve("root.crt")));
    SocketNodeClient client = new SocketNodeClient(loops, NodeClientConfig.defaults(), tls);
    StorageNode node =
        new StorageNode(new NodeId("bench"), 1, "z", new Endpoint("127.0.0.1", nodePort), true);
    client.warm(List.of(node));
    HttpResponse ok =
        new HttpResponse(
            200,
            HttpHeaders.builder()
                .add("Content-Type", "application/octet-stream")
                .add("x-ambry-request-id", "0123456789abcdef")
                .build());
    HttpServer server =
        HttpServer.start(
            loops,
            HttpServerConfig.defaults("127.0.0.1", 0),
            Optional.empty(),
            exchange -> forward(exchange, client, node, ok));
    System.out.println(server.port());
    new Mailbox<Boolean>().take();
  }

  private static void forward(
      HttpExchange exchange, SocketNodeClient client, StorageNode node, HttpResponse ok) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext(
            "0123456789abcdef",
            exchange.carrier(),
            Deadline.after(Duration.ofSeconds(10), exchange.carrier().time()));
    client.send(node, Messages.get(), Body.empty(), context, replies);
    switch (replies.take(context.deadline(), exchange.carrier()).orElseThrow()) {
      case NodeReply.Failure failure -> throw new IllegalStateException(failure.reason());
      case NodeReply.Answer answer -> {
        ByteSink sink = exchange.respond(ok, answer.response().contentLength());
        for (Optional<Buffer> next = answer.content().next();
            next.isPresent();
            next = answer.content().next()) {
          sink.write(next.get());
        }
      }
    }
  }

  private static void load(String[] args) throws Exception {
    int port = Integer.parseInt(args[1]);
    int connections = Integer.parseInt(args[2]);
    long seconds = Long.parseLong(args[3]);
    AtomicLong count = new AtomicLong();
    for (int i = 0; i < connections; i++) {
      Thread thread = new Thread(() -> requests(port, count));
      thread.setDaemon(true);
      thread.start();
    }
    Thread.sleep(Duration.ofSeconds(seconds / 2));
    List<Double> before = micros(args);
    long from = count.get();
    Thread.sleep(Duration.ofSeconds(seconds));
    List<Double> after = micros(args);
    long requests = count.get() - from;
    System.out.printf("%d requests/s%n", requests / seconds);
    for (int i = 0; i < after.size(); i += 2) {
      System.out.printf(
          "pid %s: %.1f us CPU a request on its loops, %.1f in all%n",
          args[4 + i / 2],
          (after.get(i) - before.get(i)) / requests,
          (after.get(i + 1) - before.get(i + 1)) / requests);
    }
  }

  private static void idle(String[] args) throws Exception {
    List<Socket> held = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]));
      socket.getOutputStream().write(REQUEST);
      held.add(socket);
    }
    System.out.println(held.size() + " connections");
    Thread.sleep(Duration.ofSeconds(Long.parseLong(args[3])));
  }

  private static void requests(int port, AtomicLong count) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] buffer = new byte[64 * 1024];
      while (true) {
        socket.getOutputStream().write(REQUEST);
        readResponse(in, buffer);
        count.incrementAndGet();
      }
    } catch (IOException e) {
      System.out.println(e);
    }
  }

  private static void readResponse(DataInputStream in, byte[] buffer) throws IOException {
    long left = -1;
    int held = 0;
    while (left != 0) {
      int read = in.read(buffer, held, buffer.length - held);
      if (read < 0) {
        throw new IOException("connection closed");
      }
      if (left < 0) {
        held += read;
        left = bodyLeft(new String(buffer, 0, held, StandardCharsets.ISO_8859_1));
        held = left < 0 ? held : 0;
      } else {
        left -= read;
      }
    }
  }

  /** Remaining bytes of the response, -1 while its head is incomplete. */
  private static long bodyLeft(String response) {
    int end = response.indexOf("\r\n\r\n");
    int length = response.indexOf("Content-Length: ");
    if (end < 0 || length < 0) {
      return -1;
    }
    String digits = response.substring(length + 16, response.indexOf('\r', length));
    return Long.parseLong(digits) - (response.length() - end - 4);
  }

  /** For each process the CPU time of its loops, then its total CPU time. */
  private static List<Double> micros(String[] args) throws IOException {
    List<Double> micros = new ArrayList<>();
    for (int i = 4; i < args.length; i++) {
      Path process = Path.of("/proc", args[i]);
      double loops = 0;
      try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
        for (Path thread : threads) {
          boolean loop = Files.readString(thread.resolve("comm")).startsWith("aumbry-loop");
          loops += loop ? micros(thread) : 0;
        }
      }
      micros.add(loops);
      String stat = Files.readString(process.resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      micros.add((Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * 10_000.0);
    }
    return micros;
  }

  private static double micros(Path thread) throws IOException {
    String nanos = Files.readString(thread.resolve("schedstat"));
    return Long.parseLong(nanos.substring(0, nanos.indexOf(' '))) / 1000.0;
  }
}
