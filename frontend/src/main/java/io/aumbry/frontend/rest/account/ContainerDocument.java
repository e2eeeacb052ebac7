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

/**
 * A container in Ambry's JSON form, with {@code durability}, {@code publicRead} and {@code
 * restorableUntil} added.
 */
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

  /** See {@link Container.State}; {@code restorableUntil} is absent if it cannot be restored. */
  record State(
      Status status,
      int snapshotVersion,
      long lastModifiedTime,
      long deleteTriggerTime,
      Optional<Long> restorableUntil,
      boolean previouslyEncrypted) {
    static State of(Container.State state, Duration retention) {
      boolean isRestorable = state.status() == Container.Status.DELETE_IN_PROGRESS;
      return new State(
          Status.of(state.status()),
          state.snapshotVersion(),
          state.modifiedMillis(),
          state.deleteTriggerMillis(),
          isRestorable
              ? Optional.of(state.deleteTriggerMillis() + retention.toMillis())
              : Optional.empty(),
          state.previouslyEncrypted());
    }
  }

  /** The states that Ambry's clients know. */
  enum Status {
    ACTIVE(Container.Status.ACTIVE),
    INACTIVE(Container.Status.INACTIVE),
    DELETE_IN_PROGRESS(Container.Status.DELETE_IN_PROGRESS);

    private final Container.Status stored;

    Status(Container.Status stored) {
      this.stored = stored;
    }

    Container.Status stored() {
      return stored;
    }

    static Status of(Container.Status status) {
      return switch (status) {
        case ACTIVE -> ACTIVE;
        case DELETE_IN_PROGRESS, REMOVAL_IN_PROGRESS -> DELETE_IN_PROGRESS;
        case INACTIVE -> INACTIVE;
      };
    }
  }

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

  static List<ContainerDocument> of(Account account, Duration retention) {
    return account.containers().stream()
        .map(container -> of(container, account.id(), retention))
        .toList();
  }

  /**
   * The document of a container.
   *
   * @param retention how long a deleted container can be restored
   */
  static ContainerDocument of(Container container, int account, Duration retention) {
    ContainerRules rules = container.rules();
    return new ContainerDocument(
        new Identity(VERSION, container.id(), container.name(), rules.description(), account),
        State.of(container.state(), retention),
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
