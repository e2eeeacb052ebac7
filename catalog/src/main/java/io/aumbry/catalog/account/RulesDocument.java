package io.aumbry.catalog.account;

import io.aumbry.catalog.account.ContainerRules.Access;
import io.aumbry.catalog.account.ContainerRules.Delivery;
import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.account.ContainerRules.Storage;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonReader;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules of a container as the catalog stores them, in JSON. Reading is strict, so that no
 * process drops a rule that it does not know. A new rule is therefore an {@link Optional} key that
 * one release reads and the next release writes.
 */
public record RulesDocument(
    String description,
    StorageRules storage,
    DeliveryRules delivery,
    Access access,
    NameMode nameMode) {
  private static final JsonReader<RulesDocument> READER =
      new JsonReader<>(RulesDocument.class, DataSize.parse("1 MiB"));

  /** See {@link Storage}. */
  public record StorageRules(
      String partitionClass,
      DurabilityLevel durability,
      boolean encrypted,
      boolean ttlRequired,
      boolean backupEnabled,
      boolean mediaScanDisabled) {}

  /** See {@link Delivery}. */
  public record DeliveryRules(
      boolean cacheable,
      Optional<Long> cacheTtlSeconds,
      String allowedOrigin,
      List<String> unprefixedMetadata,
      List<String> downloadContentTypes) {}

  /** The document of rules. Equal rules have equal documents. */
  public static RulesDocument of(ContainerRules rules) {
    Storage storage = rules.storage();
    Delivery delivery = rules.delivery();
    return new RulesDocument(
        rules.description(),
        new StorageRules(
            storage.partitionClass().name(),
            storage.durability(),
            storage.encrypted(),
            storage.ttlRequired(),
            storage.backupEnabled(),
            storage.mediaScanDisabled()),
        new DeliveryRules(
            delivery.cacheable(),
            delivery.cacheTtl().map(Duration::toSeconds),
            delivery.allowedOrigin(),
            delivery.unprefixedMetadata().stream().sorted().toList(),
            delivery.downloadContentTypes().stream().sorted().toList()),
        rules.access(),
        rules.nameMode());
  }

  /** Parses the JSON of {@link #json}. */
  public static RulesDocument parse(String json) {
    return READER.read(json.getBytes(StandardCharsets.UTF_8));
  }

  public String json() {
    return JsonWriter.CAMEL_CASE.line(this);
  }

  public ContainerRules rules() {
    return new ContainerRules(
        description,
        new Storage(
            new PartitionClass(storage.partitionClass()),
            storage.durability(),
            storage.encrypted(),
            storage.ttlRequired(),
            storage.backupEnabled(),
            storage.mediaScanDisabled()),
        new Delivery(
            delivery.cacheable(),
            delivery.cacheTtlSeconds().map(Duration::ofSeconds),
            delivery.allowedOrigin(),
            Set.copyOf(delivery.unprefixedMetadata()),
            Set.copyOf(delivery.downloadContentTypes())),
        access,
        nameMode);
  }
}
