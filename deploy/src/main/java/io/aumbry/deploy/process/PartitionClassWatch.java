package io.aumbry.deploy.process;

import io.aumbry.catalog.account.Accounts;
import io.aumbry.catalog.account.Container;
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

  private final Accounts accounts;
  private Set<PartitionClass> lacking = Set.of();

  PartitionClassWatch(Accounts accounts) {
    this.accounts = accounts;
  }

  private Set<PartitionClass> named() {
    return accounts.all().stream()
        .flatMap(account -> account.containers().stream())
        .filter(Container::isActive)
        .map(container -> container.rules().storage().partitionClass())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The message about this view, if anything changed. */
  Optional<String> see(ClusterView view) {
    Set<PartitionClass> now = named();
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
