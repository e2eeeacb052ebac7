package io.aumbry.bench;

import io.aumbry.bench.form.HttpEndpoint;
import io.aumbry.bench.load.BlobContent;
import io.aumbry.bench.load.DataSet;
import io.aumbry.bench.load.FileSet;
import io.aumbry.bench.load.Limit;
import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Pacer;
import io.aumbry.bench.load.Schedule;
import io.aumbry.bench.load.SizeDistribution;
import io.aumbry.bench.load.Target;
import io.aumbry.bench.load.Workload;
import io.aumbry.bench.option.ConnectionOptions;
import io.aumbry.bench.option.TargetOptions;
import io.aumbry.bench.peers.ComparedServer;
import io.aumbry.bench.peers.PeerInterface;
import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.process.NginxReference;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.process.ServerProcesses;
import io.aumbry.bench.process.WatchedProcess;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Prepares the targets of a comparison, and stops the processes started for them. */
final class Contenders implements AutoCloseable {
  static final String AUMBRY = "Aumbry";

  /** Signed requests by name, to the same processes. */
  static final String NAMED = "Aumbry, named, signed";

  /** An nginx proxy in front of an nginx file server, with TLS between the two. */
  static final String NGINX_TLS = "nginx, TLS, nginx";

  /** A set is read many times, so more blobs would only take time to write. */
  private static final long MAX_BLOBS = 4096;

  /** Small enough to be no load. */
  private static final long PROBE_BYTES = 1024;

  private static final Duration READY_LIMIT = Duration.ofMinutes(2);

  private final ConnectionOptions connections;
  private final RoundOptions rounds;
  private final ProcFs proc;
  private final Time time;
  private final Pacer pacer;
  private final BlobContent content;
  private final AtomicLong numbers = new AtomicLong();
  private final List<Contender> contenders = new ArrayList<>();
  private final Deque<Runnable> closers = new ArrayDeque<>();

  Contenders(
      ConnectionOptions connections, RoundOptions rounds, ProcFs proc, Time time, Pacer pacer) {
    this.connections = connections;
    this.rounds = rounds;
    this.proc = proc;
    this.time = time;
    this.pacer = pacer;
    this.content = new BlobContent(connections.seed());
  }

  List<Contender> all() {
    return List.copyOf(contenders);
  }

  /** The next blob number. Numbers are unique across all targets. */
  AtomicLong numbers() {
    return numbers;
  }

  /** Adds a target that is already running. */
  void add(
      String name,
      Target target,
      List<WatchedProcess> processes,
      Collection<LoadOperation> operations) {
    add(name, generator(target), processes, operations);
  }

  private void add(
      String name,
      LoadGenerator generator,
      List<WatchedProcess> processes,
      Collection<LoadOperation> operations) {
    Map<Long, DataSet> sets = new HashMap<>();
    if (operations.contains(LoadOperation.GET)) {
      rounds.sizes().forEach(size -> sets.put(size, upload(generator, size)));
    }
    contenders.add(
        new Contender(
            name,
            new Bench(generator, proc, processes),
            generator,
            sets,
            EnumSet.copyOf(operations)));
  }

  /**
   * Starts a server and adds its interfaces.
   *
   * @param parent of the folder for its data
   * @return the interfaces
   */
  List<PeerInterface> addPeer(ComparedServer peer, Path parent) throws IOException {
    ServerProcesses servers =
        new ServerProcesses(
            Files.createTempDirectory(parent, "aumbry-bench-" + peer.folder() + "-"), time, pacer);
    closers.push(servers::close);
    List<PeerInterface> interfaces = peer.start(servers);
    for (PeerInterface one : interfaces) {
      LoadGenerator generator = generator(one.target(connections.timeout()));
      servers.await(READY_LIMIT, () -> accepts(generator));
      add(one.name(), generator, one.processes(), EnumSet.allOf(LoadOperation.class));
    }
    return interfaces;
  }

  /** Whether a blob can be written over each connection. */
  private boolean accepts(LoadGenerator generator) {
    Workload put = Workload.put(new SizeDistribution.Fixed(PROBE_BYTES), content.seed(), numbers);
    return generator
        .run(put, new Schedule.ClosedLoop(), Limit.requests(connections.concurrency()))
        .tally()
        .failures()
        .isEmpty();
  }

  /** Adds an nginx proxy in front of an nginx file server. */
  void addNginx(TargetOptions options, boolean tls) throws IOException {
    Path root = Files.createTempDirectory("aumbry-bench-files");
    closers.push(() -> delete(root));
    // nginx may run as another user
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<Long, DataSet> sets = new HashMap<>();
    for (long size : rounds.sizes()) {
      sets.put(size, FileSet.write(root, content, size, count(size)));
    }
    NginxReference nginx = NginxReference.start(root, tls, time, pacer);
    closers.push(nginx::close);
    LoadGenerator generator = generator(options.target(List.of(HttpEndpoint.parse(nginx.url()))));
    contenders.add(
        new Contender(
            tls ? NGINX_TLS : "nginx, nginx",
            new Bench(generator, proc, nginx.processes()),
            generator,
            sets,
            Set.of(LoadOperation.GET)));
  }

  private LoadGenerator generator(Target target) {
    LoadGenerator generator =
        LoadGenerator.http(target, connections.concurrency(), content, time, pacer);
    closers.push(generator::close);
    return generator;
  }

  private DataSet upload(LoadGenerator generator, long size) {
    Workload put = Workload.put(new SizeDistribution.Fixed(size), content.seed(), numbers);
    return DataSet.upload(generator, put, count(size), content.seed());
  }

  private long count(long size) {
    return Math.min(
        MAX_BLOBS, DataSet.count(new SizeDistribution.Fixed(size), rounds.dataSetBytes()));
  }

  private static void delete(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops everything in reverse order, even if some of it fails. Then throws the first failure. */
  @Override
  public void close() {
    List<RuntimeException> failures = new ArrayList<>();
    for (Runnable closer : closers) {
      try {
        closer.run();
      } catch (RuntimeException failure) {
        failures.add(failure);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }
}
