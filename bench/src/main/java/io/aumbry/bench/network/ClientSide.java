package io.aumbry.bench.network;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.SplitMix;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.measure.Sample;
import io.aumbry.bench.network.measure.Usage;
import io.aumbry.bench.network.multiplex.MultiplexClient;
import io.aumbry.bench.network.row.ConnectionSetup;
import io.aumbry.bench.network.row.Row;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeClientConfig.Connections;
import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.node.SocketNodeClient;
import io.aumbry.transport.tls.TlsConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * The callers of a variant, on virtual threads that the loops carry. Answers {@code LOAD MILLIS
 * PORTS}, where LOAD is the number of a load of its row, with the sample of a measurement.
 */
final class ClientSide implements Side {
  private static final String HOST = "127.0.0.1";

  private static final Load ONE_CALL = Load.of(1, 1);

  private final Row row;
  private final ConnectionSetup setting;
  private final EventLoops loops;
  private final NodeClient client;
  private final Threads callers;
  private final CallerPhase phase;
  private final Set<StorageNode> known = new HashSet<>();

  ClientSide(Row row, ConnectionSetup setting, Identity identity, Time time) {
    this.row = row;
    this.setting = setting;
    this.loops = EventLoops.start(setting.loops(), time);
    this.client = client(setting, loops, identity.ofClient(setting.tls()));
    this.callers = new Threads(loops.carriers());
    this.phase = new CallerPhase(callers, time);
  }

  private static NodeClient client(
      ConnectionSetup setting, EventLoops loops, Optional<TlsConfig> tls) {
    return switch (setting.wire()) {
      case HTTP_2 -> ours(setting, Protocol.H2, loops, tls);
      case HTTP_1 -> ours(setting, Protocol.HTTP1, loops, tls);
      case CHANNELS -> new MultiplexClient(loops, setting.connections(), setting.http2(), tls);
    };
  }

  private static NodeClient ours(
      ConnectionSetup setting, Protocol protocol, EventLoops loops, Optional<TlsConfig> tls) {
    return new SocketNodeClient(
        loops,
        NodeClientConfig.defaults()
            .withConnections(new Connections(protocol, setting.connections()))
            .withHttp2(setting.http2()),
        tls);
  }

  /** Callers are spread over the loops and stay there. */
  private record Threads(List<Carrier> carriers) implements CallerPhase.Callers {
    Carrier of(int caller) {
      return carriers.get(caller % carriers.size());
    }

    @Override
    public String name() {
      return "the client";
    }

    @Override
    public void start(int caller, Runnable task) {
      of(caller).start("bench-" + caller, task);
    }
  }

  @Override
  public String ask(String line) {
    String[] words = line.split(" ", -1);
    Load load = row.loads().get(Integer.parseInt(words[0]));
    Duration span = Duration.ofMillis(Long.parseLong(words[1]));
    List<StorageNode> nodes =
        Arrays.stream(words).skip(2).map(Integer::parseInt).map(ClientSide::node).toList();
    if (setting.fleet().restless() && known.addAll(nodes)) {
      connectAmongOthers(nodes);
    }
    return run(load, nodes, span).toWords().line();
  }

  private static StorageNode node(int port) {
    return new StorageNode(new NodeId(Identity.NODE), 1, "zone", new Endpoint(HOST, port), true);
  }

  /** Connects to each node, each time after 0 to 2 short-lived connections. */
  private void connectAmongOthers(List<StorageNode> nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      StorageNode node = nodes.get(i);
      for (long others = Long.remainderUnsigned(SplitMix.of(1, i), 3); others > 0; others--) {
        comeAndGo(node.endpoint());
      }
      run(ONE_CALL, List.of(node), Duration.ZERO);
    }
  }

  private static void comeAndGo(Endpoint endpoint) {
    try {
      new Socket(endpoint.host(), endpoint.port()).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Sample run(Load load, List<StorageNode> nodes, Duration span) {
    LongAdder failures = new LongAdder();
    Usage before = Usage.now();
    Mailbox<Long> besideBytes = beside(load.beside(), nodes, span, failures);
    GetTurns.Work work =
        new GetTurns.Work(
            load.size(), load.keys(), load.every(), load.every().dividedBy(load.callers()));
    CallerPhase.Result result =
        phase.run(
            load.callers(),
            Limit.duration(span),
            caller -> new GetTurns(asker(caller), work, nodes, failures));
    return Sample.of(result, besideBytes.take(), failures.sum(), Usage.now().since(before));
  }

  /**
   * Starts the load beside the measured one.
   *
   * @return receives its number of bytes when it has ended
   */
  private Mailbox<Long> beside(
      Load.Beside beside, List<StorageNode> nodes, Duration span, LongAdder failures) {
    Mailbox<Long> bytes = new Mailbox<>();
    if (beside.callers() == 0) {
      bytes.post(0L);
      return bytes;
    }
    GetTurns.Work work = new GetTurns.Work(beside.size(), 1, beside.every(), Duration.ZERO);
    Thread.ofPlatform()
        .name("beside")
        .start(() -> {
          long came = 0;
          try {
            came =
                phase
                    .run(
                        beside.callers(),
                        Limit.duration(span),
                        caller -> new GetTurns(asker(caller), work, nodes, failures))
                    .bytes();
          } finally {
            bytes.post(came);
          }
        });
    return bytes;
  }

  private GetTurns.Asker asker(int caller) {
    return new GetTurns.Asker(client, callers.of(caller), setting.asking(), caller);
  }

  @Override
  public void close() {
    client.close();
    loops.close();
  }
}
