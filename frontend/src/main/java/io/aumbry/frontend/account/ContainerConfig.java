package io.aumbry.frontend.account;

import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of the built-in containers, and the retention of deleted ones.
 *
 * @param durability of containers that {@code containerDurability} does not name
 */
public record ContainerConfig(
    @Setting(
            key = "frontend.durability",
            text =
                "Where a blob of a built-in container is durable before its upload is"
                    + " acknowledged: in this data centre (local), also in a replica elsewhere"
                    + " (remote), or in a majority of data centres (majority). An upload may ask"
                    + " for more. Other containers have a durability of their own.")
        @Default("local")
        DurabilityLevel durability,
    @Setting(
            key = "frontend.container-durability",
            text = "Overrides frontend.durability for uploads to one container, public or private.")
        @Default("")
        Map<Container, DurabilityLevel> containerDurability,
    @Setting(
            key = "frontend.partition-classes",
            form = "1 to 63 letters, digits or '-'",
            pattern = "[A-Za-z0-9][A-Za-z0-9-]{0,62}",
            text =
                "Partition class for new blobs of a container, public or private; otherwise the"
                    + " class is default. Create partitions of a class with aumbry admin"
                    + " partitions add --class.")
        @Default("")
        Map<Container, String> partitionClasses,
    @Setting(
            key = "frontend.container-retention",
            range = "1h to 3650d",
            text =
                "Time for which a deleted container can be restored. Its blobs are refused at once;"
                    + " their data is removed after this time.")
        @Default("14d")
        Duration retention) {
  public enum Container {
    PUBLIC,
    PRIVATE
  }

  public ContainerConfig {
    containerDurability = Map.copyOf(containerDurability);
    partitionClasses = Map.copyOf(partitionClasses);
    Bounds.check("retention", retention, Duration.ofHours(1), Duration.ofDays(3650));
  }

  /** How blobs of a container are stored. They need no TTL. */
  ContainerRules.Storage storage(Container container) {
    PartitionClass partitionClass =
        Optional.ofNullable(partitionClasses.get(container))
            .map(PartitionClass::new)
            .orElse(PartitionClass.DEFAULT);
    return new ContainerRules.Storage(
        partitionClass,
        containerDurability.getOrDefault(container, durability),
        false,
        false,
        false,
        false);
  }
}
