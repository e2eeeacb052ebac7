package io.aumbry.bench;

import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.load.BlobContent;
import io.aumbry.bench.load.DataSet;
import io.aumbry.bench.load.FileSet;
import io.aumbry.bench.load.HttpEndpoint;
import io.aumbry.bench.load.LoadGenerator;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.Pacer;
import io.aumbry.bench.load.SizeDistribution;
import io.aumbry.bench.load.Target;
import io.aumbry.bench.load.Workload;
import io.aumbry.bench.process.FolderTree;
import io.aumbry.bench.process.NginxReference;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  private final TargetOptions options;
  private final ProcFs proc;
  private final Time time;
  private final Pacer pacer;
  private final long dataSetBytes;
  private final BlobContent content;
  private final AtomicLong numbers = new AtomicLong();
  private final List<Contender> contenders = new ArrayList<>();
  private final Deque<Runnable> closers = new ArrayDeque<>();

  Contenders(TargetOptions options, ProcFs proc, Time time, Pacer pacer, long dataSetBytes) {
    this.options = options;
    this.proc = proc;
    this.time = time;
    this.pacer = pacer;
    this.dataSetBytes = dataSetBytes;
    this.content = new BlobContent(options.seed());
  }

  List<Contender> all() {
    return List.copyOf(contenders);
  }

  /** The next blob number. Numbers are unique across all targets. */
  AtomicLong numbers() {
    return numbers;
  }

  /** Adds the endpoint and processes of the options, with anonymous requests by id. */
  void addAumbry(List<Long> sizes, Collection<LoadOperation> operations) {
    add(AUMBRY, generator(options.target()), sizes, operations);
  }

  /** Adds the same endpoint and processes with signed requests by name. */
  void addNamed(List<Long> sizes, Collection<LoadOperation> operations, RequestForm form) {
    add(NAMED, generator(options.target().with(form)), sizes, operations);
  }

  private void add(
      String name,
      LoadGenerator generator,
      List<Long> sizes,
      Collection<LoadOperation> operations) {
    Map<Long, DataSet> sets = new HashMap<>();
    if (operations.contains(LoadOperation.GET)) {
      sizes.forEach(size -> sets.put(size, upload(generator, size)));
    }
    contenders.add(
        new Contender(
            name,
            new Bench(generator, proc, options.processes(proc)),
            generator,
            sets,
            EnumSet.copyOf(operations)));
  }

  /** Adds an nginx proxy in front of an nginx file server. */
  void addNginx(List<Long> sizes, boolean tls) throws IOException {
    Path root = Files.createTempDirectory("aumbry-bench-files");
    closers.push(() -> delete(root));
    // nginx may run as another user
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<Long, DataSet> sets = new HashMap<>();
    for (long size : sizes) {
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
        LoadGenerator.http(target, options.concurrency(), content, time, pacer);
    closers.push(generator::close);
    return generator;
  }

  private DataSet upload(LoadGenerator generator, long size) {
    Workload put = Workload.put(new SizeDistribution.Fixed(size), content.seed(), numbers);
    return DataSet.upload(generator, put, count(size), content.seed());
  }

  private long count(long size) {
    return Math.min(MAX_BLOBS, DataSet.count(new SizeDistribution.Fixed(size), dataSetBytes));
  }

  private static void delete(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops everything in reverse order. */
  @Override
  public void close() {
    closers.forEach(Runnable::run);
  }
}
