package io.aumbry.bench.network;

import io.aumbry.bench.network.measure.Usage;
import io.aumbry.bench.network.multiplex.MultiplexServer;
import io.aumbry.bench.network.row.ConnectionSetup;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.loop.LoopCarrier;
import io.aumbry.transport.node.NodeServer;
import io.aumbry.transport.node.NodeServerConfig;
import io.aumbry.transport.tls.TlsConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The nodes of a variant. Answers {@code ports} with their ports, {@code usage} with the resource
 * use of this process, and {@code loops} with the number of connections of each loop.
 */
final class ServerSide implements Side {
  private static final String HOST = "127.0.0.1";

  private final EventLoops loops;
  private final MemoryNode answers;
  private final List<Listener> nodes = new ArrayList<>();

  private record Listener(int port, Runnable closer) {}

  ServerSide(ConnectionSetup setting, Identity identity, Time time) {
    this.loops = EventLoops.start(setting.loops(), time);
    this.answers = new MemoryNode(loops.pool());
    Optional<TlsConfig> tls = identity.ofNode(setting.tls());
    for (int i = 0; i < setting.fleet().nodes(); i++) {
      nodes.add(listen(setting, tls));
    }
  }

  private Listener listen(ConnectionSetup setting, Optional<TlsConfig> tls) {
    return switch (setting.wire()) {
      case HTTP_1, HTTP_2 -> {
        NodeServerConfig config = NodeServerConfig.defaults(HOST, 0).withHttp2(setting.http2());
        NodeServer node = NodeServer.start(loops, config, tls, answers);
        yield new Listener(node.port(), node::close);
      }
      case CHANNELS -> {
        MultiplexServer node = MultiplexServer.start(loops, setting.http2(), tls, answers);
        yield new Listener(node.port(), node::close);
      }
    };
  }

  @Override
  public String ask(String line) {
    return switch (line) {
      case "ports" -> joined(nodes.stream().map(Listener::port).toList());
      case "usage" -> Usage.now().toWords().line();
      case "loops" ->
          joined(
              loops.loops().stream().map(LoopCarrier::connections).map(Number::intValue).toList());
      default -> throw new IllegalArgumentException("unknown command '" + line + "'");
    };
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  @Override
  public void close() {
    nodes.forEach(node -> node.closer().run());
    answers.close();
    loops.close();
  }
}
