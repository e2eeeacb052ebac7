package io.aumbry.frontend.rest.account;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.protocol.cluster.DurabilityLevel;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A container in Ambry's JSON form, with {@code durability} and {@code publicRead} added. */
record ContainerDocument(
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped State state,
    @JsonUnwrapped Storage storage,
    @JsonUnwrapped Protection protection,
    @JsonUnwrapped Delivery delivery,
    @JsonUnwrapped Access access) {
  /** Ambry's version of the form. */
  private static final int VERSION = 2;

  record Identity(
      int version,
      int containerId,
      String containerName,
      String description,
      int parentAccountId) {}

  record State(
      String status,
      int snapshotVersion,
      long lastModifiedTime,
      long deleteTriggerTime,
      boolean previouslyEncrypted) {}

  record Storage(
      String replicationPolicy,
      String durability,
      boolean encrypted,
      boolean ttlRequired,
      boolean backupEnabled,
      boolean mediaScanDisabled,
      String namedBlobMode) {}

  record Protection(boolean paranoidDurabilityEnabled) {}

  record Delivery(
      boolean cacheable,
      Optional<Long> cacheTtlInSecond,
      String accessControlAllowOrigin,
      List<String> userMetadataKeysToNotPrefixInResponse,
      List<String> contentTypeWhitelistForFilenamesOnDownload) {}

  record Access(boolean securePathRequired, boolean overrideAccountAcl, boolean publicRead) {}

  record All(List<ContainerDocument> containers) {}

  static List<ContainerDocument> of(Account account) {
    return account.containers().stream().map(container -> of(container, account.id())).toList();
  }

  static ContainerDocument of(Container container, int account) {
    ContainerRules rules = container.rules();
    Container.State state = container.state();
    return new ContainerDocument(
        new Identity(VERSION, container.id(), container.name(), rules.description(), account),
        new State(
            state.status().name(),
            state.snapshotVersion(),
            state.modifiedMillis(),
            state.deleteTriggerMillis(),
            state.previouslyEncrypted()),
        storage(rules),
        new Protection(rules.storage().durability() != DurabilityLevel.LOCAL),
        delivery(rules.delivery()),
        new Access(
            rules.access().securePathRequired(),
            rules.access().overrideAccountAcl(),
            rules.access().publicRead()));
  }

  private static Storage storage(ContainerRules rules) {
    ContainerRules.Storage storage = rules.storage();
    return new Storage(
        storage.partitionClass().name(),
        storage.durability().name().toLowerCase(Locale.ROOT),
        storage.encrypted(),
        storage.ttlRequired(),
        storage.backupEnabled(),
        storage.mediaScanDisabled(),
        rules.nameMode().name());
  }

  private static Delivery delivery(ContainerRules.Delivery delivery) {
    return new Delivery(
        delivery.cacheable(),
        delivery.cacheTtl().map(Duration::toSeconds),
        delivery.allowedOrigin(),
        delivery.unprefixedMetadata().stream().sorted().toList(),
        delivery.downloadContentTypes().stream().sorted().toList());
  }
}
