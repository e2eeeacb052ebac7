package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares blobs of {@link ReceivedHints} with each peer in this data centre, and fetches missing
 * records.
 */
public final class HintedRepair {
  /** Time in which replication and the scrub usually repair such blobs themselves. */
  public static final Duration SETTLE = Duration.ofSeconds(5);

  /** Each hint wakes the worker, so it needs no short period. */
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(HintedRepair.class);

  private final EntropyContext context;
  private final ReceivedHints hints;
  private final Worker worker;
  private final EntropyTools tools;
  private final Counter repaired;

  private HintedRepair(EntropyConfig config, EntropyContext context, ReceivedHints hints) {
    this.context = context;
    this.hints = hints;
    Backlog backlog = new Backlog("hints", hints::count);
    this.worker =
        context.environment().workers().add("hinted-repair", PERIOD, backlog, this::repairHinted);
    this.tools = new EntropyTools(config, context, worker, config::blobsPerSecond);
    this.repaired =
        context
            .environment()
            .metrics()
            .counter(
                "aumbry_server_hints_repaired_blobs_total",
                "Blobs repaired after a hint; they also count in"
                    + " aumbry_server_entropy_repaired_blobs_total");
  }

  /**
   * Starts to repair hinted blobs.
   *
   * @param settle pause before hints are checked; a difference counts if it lasts for this time
   */
  public static Worker start(Duration settle, EntropyContext context, ReceivedHints hints) {
    HintedRepair started =
        new HintedRepair(EntropyConfig.defaults().withSettle(settle), context, hints);
    hints.tell(started.worker::wake);
    return started.worker.start();
  }

  private void repairHinted() {
    if (hints.count() > 0) {
      tools.pause(tools.config().settle());
      byPartition(hints.takeAll()).forEach(this::look);
    }
  }

  private static Map<Integer, List<BlobId>> byPartition(List<BlobId> blobs) {
    return blobs.stream()
        .sorted()
        .collect(Collectors.groupingBy(BlobId::partition, TreeMap::new, Collectors.toList()));
  }

  private void look(int partition, List<BlobId> blobs) {
    ClusterView view = context.environment().views().current();
    hints
        .replica(partition)
        .ifPresent(here ->
            ComparedPairs.of(here, context.self(), view).stream()
                .filter(ComparedPairs::isComparable)
                .map(Replica::node)
                .filter(peer -> peer.dataCenter() == view.local().id())
                .forEach(peer -> look(here, peer, blobs)));
  }

  /** A missing blob suggests that more are missing, so the pair is compared soon. */
  private void look(HostedReplica here, StorageNode peer, List<BlobId> blobs) {
    try {
      int count = new PairComparison(here, peer, tools).runOn(blobs);
      if (count > 0) {
        repaired.add(count);
        context.doubts().add(here.partition(), peer.id());
      }
    } catch (AumbryException e) {
      LOG.atInfo()
          .addKeyValue("partition", here.partition())
          .addKeyValue("peer", peer.id())
          .addKeyValue("code", e.code())
          .log("comparison of hinted blobs failed: {}", e.getMessage());
    }
  }
}
