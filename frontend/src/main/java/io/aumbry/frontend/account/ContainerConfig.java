package io.aumbry.frontend.account;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.router.Durability;
import io.aumbry.router.Router.Policy;
import java.util.Map;
import java.util.Optional;

/**
 * What a frontend does with the uploads to the built-in containers.
 *
 * @param durability of containers that {@code containerDurability} does not name
 * @param partitionClasses of containers that do not have the default class
 */
public record ContainerConfig(
    @Setting(
            key = "frontend.durability",
            text =
                "Where a blob is durable before its upload is answered: in this data centre"
                    + " (local), in a replica of another one as well (remote), or in most data"
                    + " centres (majority). An upload may ask for more.")
        @Default("local")
        Durability durability,
    @Setting(
            key = "frontend.container-durability",
            text =
                "As frontend.durability, for the uploads to one container, public or private; it"
                    + " goes before that.")
        @Default("")
        Map<Container, Durability> containerDurability,
    @Setting(
            key = "frontend.partition-classes",
            form = "1 to 63 letters, digits or '-'",
            pattern = "[A-Za-z0-9][A-Za-z0-9-]{0,62}",
            text =
                "To partitions of which class the new blobs of a container go, public or private;"
                    + " those of one that is not named go to the class default. Partitions of a"
                    + " class are made by aumbry admin partitions add --class.")
        @Default("")
        Map<Container, String> partitionClasses) {
  /** The containers that are built in. */
  public enum Container {
    PUBLIC,
    PRIVATE
  }

  public ContainerConfig {
    containerDurability = Map.copyOf(containerDurability);
    partitionClasses = Map.copyOf(partitionClasses);
  }

  /** For uploads to a container. */
  public Policy policy(Container container) {
    return new Policy(
        Optional.ofNullable(partitionClasses.get(container))
            .map(PartitionClass::new)
            .orElse(PartitionClass.DEFAULT),
        containerDurability.getOrDefault(container, durability));
  }
}
