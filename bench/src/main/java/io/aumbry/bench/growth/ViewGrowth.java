package io.aumbry.bench.growth;

import io.aumbry.bench.load.Medians;
import io.aumbry.bench.process.OwnThread;
import io.aumbry.cluster.view.DataCenterImage;
import io.aumbry.cluster.view.ViewBuilder;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.SmoothedViews;
import io.aumbry.router.operation.ClusterRouter;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures the cluster view of a frontend: its size, and the cost of a change. */
final class ViewGrowth {
  private static final int WARM_UP = 30;
  private static final int CHANGES = 50;

  private final Path folder;
  private final Time time;

  ViewGrowth(Path folder, Time time) {
    this.folder = folder;
    this.time = time;
  }

  /**
   * The result.
   *
   * @param fileBytes of the saved view, which has Helix's records
   * @param heap of these records, and of the view
   * @param firstMillis processor time of the first view
   * @param changeMillis processor time of a view in which one partition has changed, from Helix's
   *     records until the router uses it
   */
  record Row(
      ClusterSize size, long fileBytes, Heap heap, double firstMillis, double changeMillis) {}

  record Heap(long records, long view) {}

  /** The client of a router that nobody asks. */
  private static final class NoClient implements NodeClient {
    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      throw new UnsupportedOperationException("no node can be asked");
    }

    @Override
    public void close() {
      // has nothing open
    }
  }

  Row measure(ClusterSize size) throws IOException {
    SyntheticImage images = new SyntheticImage(size, folder, time);
    Heap heap = heap(images);
    SyntheticImage.Read all = images.image(-1);
    SyntheticImage.Read changed = images.image(size.partitions() / 2);
    try (EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time)) {
      OwnThread thread = new OwnThread();
      ViewBuilder builder = builder();
      HandedViews views = new HandedViews(builder.next(List.of(all.image())));
      follow(views, loops);
      double first = thread.millis();
      List<Double> changes = new ArrayList<>();
      DataCenterImage now = all.image();
      for (int i = 0; i < WARM_UP + CHANGES; i++) {
        SyntheticImage.Read next = i % 2 == 0 ? changed : all;
        OwnThread change = new OwnThread();
        now = now.withExternal(next.image().external().orElseThrow());
        views.publish(builder.next(List.of(now)));
        if (i >= WARM_UP) {
          changes.add(change.millis());
        }
      }
      return new Row(size, all.fileBytes(), heap, first, Medians.of(changes, Double::doubleValue));
    }
  }

  private static ViewBuilder builder() {
    return new ViewBuilder(SyntheticImage.HERE, List.of(SyntheticImage.HERE));
  }

  private void follow(ClusterViews views, EventLoops loops) {
    Metrics metrics = new Metrics();
    RouterConfig config = RouterConfig.defaults();
    ClusterViews smooth = SmoothedViews.of(views, config, loops.carriers().getFirst(), metrics);
    var _ =
        new ClusterRouter(
            smooth,
            new NoClient(),
            config,
            time,
            SystemRandom.fast(),
            SystemRandom.fast(),
            metrics);
  }

  /** The growth of the heap by the records of the cluster, and by a view of them. */
  private static Heap heap(SyntheticImage images) throws IOException {
    var _ = builder().next(List.of(images.image(-1).image()));
    long before = used();
    List<Object> kept = new ArrayList<>();
    DataCenterImage image = images.image(-1).image();
    kept.add(image);
    long between = used();
    kept.add(builder().next(List.of(image)));
    try {
      return new Heap(Math.max(0, between - before), Math.max(0, used() - between));
    } finally {
      Reference.reachabilityFence(kept);
    }
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
