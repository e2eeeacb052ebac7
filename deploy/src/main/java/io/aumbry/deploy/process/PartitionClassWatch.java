package io.aumbry.deploy.process;

import io.aumbry.frontend.account.Account;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs when containers name a partition class without partitions, so that their uploads are
 * refused, and when this ends. Receives the cluster views in order, on one thread.
 */
final class PartitionClassWatch {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionClassWatch.class);

  private final Set<PartitionClass> named;
  private Set<PartitionClass> lacking = Set.of();

  PartitionClassWatch(Account account) {
    this.named =
        account.containers().stream()
            .map(container -> container.policy().partitionClass())
            .collect(Collectors.toSet());
  }

  /** The message about this view, if anything changed. */
  Optional<String> see(ClusterView view) {
    Set<PartitionClass> now = new TreeSet<>(named);
    view.partitions().stream().map(Partition::partitionClass).forEach(now::remove);
    if (view.partitions().isEmpty() || now.equals(lacking)) {
      return Optional.empty();
    }
    lacking = now;
    return Optional.of(
        now.isEmpty()
            ? "all classes that containers name have partitions"
            : "containers name classes without partitions, their uploads are refused: " + now);
  }

  void log(ClusterView view) {
    see(view).ifPresent(said -> LOG.atLevel(lacking.isEmpty() ? Level.INFO : Level.WARN).log(said));
  }
}
