package io.aumbry.frontend.rest.account;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.frontend.http.FieldText;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.blob.ReservedFields;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads containers of one account in Ambry's JSON form. */
final class ContainerParser {
  private static final int MAX_DESCRIPTION_LENGTH = 1024;

  /** Keys of user metadata, or content types. */
  private static final int MAX_TEXTS = 100;

  private final int account;
  private final Map<String, Container> before = new HashMap<>();

  /**
   * A parser for an account.
   *
   * @param before the containers of the account before the change
   */
  ContainerParser(int account, List<Container> before) {
    this.account = account;
    before.forEach(container -> this.before.put(container.name(), container));
  }

  ContainerChange change(Fields fields) {
    String name = AccountParser.name(fields, "containerName");
    if (!before.containsKey(name)) {
      AccountParser.requireSegment(fields, "containerName", name);
    }
    Optional<Long> id = fields.number("containerId", -1, Owners.PLACEHOLDER - 1);
    fields
        .number("parentAccountId", Integer.MIN_VALUE, Integer.MAX_VALUE)
        .filter(parent -> parent != account && parent != -1)
        .ifPresent(parent -> {
          throw fields.refusal("parentAccountId", "is " + parent + ", must be " + account);
        });
    fields.ignore("version", "restorableUntil", "migrationConfig", "workflowMigrationEnabled");
    ContainerRules rules = rules(fields, Optional.ofNullable(before.get(name)));
    Container.State state = state(fields, rules.storage().encrypted());
    fields.requireKnown();
    Optional<Integer> known =
        id.filter(given -> given != -1).map(given -> requirePositive(fields, given));
    if (known.isEmpty() && state.status() != Container.Status.ACTIVE) {
      throw fields.refusal("status", "is " + state.status() + ", but a new container is ACTIVE");
    }
    return new ContainerChange(known, name, state, rules);
  }

  private static int requirePositive(Fields fields, long id) {
    if (id == 0) {
      throw fields.refusal("containerId", "is 0, must be 1 to 2^31-2, or -1 for a new container");
    }
    return (int) id;
  }

  private static Container.State state(Fields fields, boolean encrypted) {
    return new Container.State(
        fields
            .constant("status", ContainerDocument.Status.class)
            .orElse(ContainerDocument.Status.ACTIVE)
            .stored(),
        fields.number("snapshotVersion", 0, Integer.MAX_VALUE).orElse(0L).intValue(),
        fields.number("lastModifiedTime", 0, Long.MAX_VALUE).orElse(0L),
        fields.number("deleteTriggerTime", 0, Long.MAX_VALUE).orElse(0L),
        fields.flag("previouslyEncrypted").orElse(false) || encrypted);
  }

  private static ContainerRules rules(Fields fields, Optional<Container> before) {
    String description = fields.text("description").orElse("");
    if (description.length() > MAX_DESCRIPTION_LENGTH) {
      throw fields.refusal(
          "description", "has more than " + MAX_DESCRIPTION_LENGTH + " characters");
    }
    ContainerRules.Access access =
        new ContainerRules.Access(
            fields.flag("securePathRequired").orElse(false),
            fields.flag("overrideAccountAcl").orElse(false),
            fields.flag("publicRead").orElse(false));
    return new ContainerRules(
        description,
        storage(fields, before),
        delivery(fields),
        access,
        fields
            .constant("namedBlobMode", ContainerRules.NameMode.class)
            .orElse(ContainerRules.NameMode.DISABLED));
  }

  private static ContainerRules.Storage storage(Fields fields, Optional<Container> before) {
    ContainerRules.Storage defaults = ContainerRules.Storage.DEFAULTS;
    return new ContainerRules.Storage(
        partitionClass(fields),
        durability(fields, before),
        fields.flag("encrypted").orElse(defaults.encrypted()),
        fields.flag("ttlRequired").orElse(defaults.ttlRequired()),
        fields.flag("backupEnabled").orElse(defaults.backupEnabled()),
        fields.flag("mediaScanDisabled").orElse(defaults.mediaScanDisabled()));
  }

  private static PartitionClass partitionClass(Fields fields) {
    String name =
        fields
            .text("replicationPolicy")
            .filter(text -> !text.isEmpty())
            .orElse(PartitionClass.DEFAULT.name());
    if (!name.matches(PartitionClass.PATTERN)) {
      throw fields.refusal(
          "replicationPolicy", "is '" + name + "', must be 1 to 63 letters, digits or '-'");
    }
    return new PartitionClass(name);
  }

  /**
   * The level that {@code durability} names. Ambry's clients know only {@code
   * paranoidDurabilityEnabled}, so that without a name the container keeps a level that complies.
   */
  private static DurabilityLevel durability(Fields fields, Optional<Container> before) {
    Optional<DurabilityLevel> named = fields.constant("durability", DurabilityLevel.class);
    Optional<Boolean> paranoid = fields.flag("paranoidDurabilityEnabled");
    if (named.isPresent() && paranoid.isPresent()) {
      boolean agree = paranoid.get() == (named.get() != DurabilityLevel.LOCAL);
      if (!agree) {
        throw fields.refusal(
            "durability",
            "is '" + named.get() + "' and contradicts paranoidDurabilityEnabled " + paranoid.get());
      }
    }
    DurabilityLevel kept =
        before
            .map(container -> container.rules().storage().durability())
            .orElse(DurabilityLevel.LOCAL);
    return named.orElseGet(
        () -> paranoid.orElse(false) ? kept.or(DurabilityLevel.REMOTE) : DurabilityLevel.LOCAL);
  }

  private static ContainerRules.Delivery delivery(Fields fields) {
    String origin = fields.text("accessControlAllowOrigin").orElse("");
    if (!FieldText.survives(origin)) {
      throw fields.refusal("accessControlAllowOrigin", "must be US-ASCII");
    }
    return new ContainerRules.Delivery(
        fields.flag("cacheable").orElse(true),
        fields.number("cacheTtlInSecond", 0, Integer.MAX_VALUE).map(Duration::ofSeconds),
        origin,
        metadataKeys(fields),
        limited(fields, "contentTypeWhitelistForFilenamesOnDownload"));
  }

  private static Set<String> metadataKeys(Fields fields) {
    String key = "userMetadataKeysToNotPrefixInResponse";
    Set<String> names = limited(fields, key);
    for (String name : names) {
      if (!FieldText.isToken(name) || ReservedFields.contain(name)) {
        throw fields.refusal(
            key, "has '" + name + "', which is reserved or cannot be the name of a field");
      }
    }
    return names;
  }

  private static Set<String> limited(Fields fields, String key) {
    Set<String> texts = fields.texts(key).orElse(Set.of());
    if (texts.size() > MAX_TEXTS) {
      throw fields.refusal(key, "has " + texts.size() + " texts, at most " + MAX_TEXTS);
    }
    return texts;
  }
}
