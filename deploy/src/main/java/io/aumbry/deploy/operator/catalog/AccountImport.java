package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Imports accounts of Ambry. Each account is created, or its differing fields are changed; nothing
 * is removed. A repetition therefore changes nothing.
 */
final class AccountImport {
  private static final long NO_ID = -1;
  private static final String DELETE_TRIGGER_TIME = "deleteTriggerTime";

  /** Fields that the frontend maintains, or that only describe the form of the document. */
  private static final Set<String> MAINTAINED =
      Set.of("version", "snapshotVersion", "lastModifiedTime", "parentAccountId");

  /** Fields of Ambry that Aumbry has no use for. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("rampControl", "migrationConfig", "migrationConfigs", "workflowMigrationEnabled");

  private static final Set<String> ACCOUNT_FIELDS =
      Set.of("accountId", "accountName", "containers");

  private static final Set<String> CONTAINER_FIELDS =
      Set.of(
          "containerId",
          "containerName",
          DELETE_TRIGGER_TIME,
          "previouslyEncrypted",
          CatalogField.PARANOID);

  /** Flags that the frontend sets too, and that an import never clears. */
  private static final Set<String> STICKY = Set.of("previouslyEncrypted", CatalogField.PARANOID);

  private final AccountApi accounts;
  private final boolean isTrial;
  private final Map<String, JsonObject> existing = new LinkedHashMap<>();
  private final Map<Long, String> namesById = new HashMap<>();
  private final Set<String> ignored = new TreeSet<>();

  /**
   * Prepares an import.
   *
   * @param isTrial whether nothing is written
   */
  AccountImport(AccountApi accounts, boolean isTrial) throws IOException {
    this.accounts = accounts;
    this.isTrial = isTrial;
    for (JsonObject account : accounts.all().objects(AccountApi.ACCOUNTS)) {
      String name = account.text(AccountApi.ACCOUNT_NAME);
      existing.put(name, account);
      namesById.put(account.number(AccountApi.ACCOUNT_ID, NO_ID), name);
    }
  }

  /** The outcomes for an account. */
  enum Outcome {
    CREATED,
    UPDATED,
    UNCHANGED,
    REFUSED
  }

  /**
   * The outcome for an account.
   *
   * @param reason of a refusal
   */
  record Verdict(String accountName, Outcome outcome, Optional<String> reason) {}

  /** The fields of the documents that were not imported. */
  Set<String> ignored() {
    return ignored;
  }

  /**
   * Imports an account.
   *
   * @throws ClientException if the frontend is unavailable or refuses the access key
   */
  Verdict add(JsonObject document) throws IOException {
    String name = document.text(AccountApi.ACCOUNT_NAME);
    try {
      Optional<JsonObject> before = Optional.ofNullable(existing.get(name));
      JsonObject wanted = wanted(document, before);
      if (before.filter(wanted::equals).isPresent()) {
        return new Verdict(name, Outcome.UNCHANGED, Optional.empty());
      }
      if (!isTrial) {
        accounts.saveAccount(wanted);
      }
      existing.putIfAbsent(name, wanted);
      namesById.putIfAbsent(wanted.number(AccountApi.ACCOUNT_ID, NO_ID), name);
      Outcome outcome = before.isPresent() ? Outcome.UPDATED : Outcome.CREATED;
      return new Verdict(name, outcome, Optional.empty());
    } catch (ClientException failure) {
      if (!isAboutTheAccount(failure)) {
        throw failure;
      }
      return new Verdict(name, Outcome.REFUSED, Optional.ofNullable(failure.getMessage()));
    }
  }

  private static boolean isAboutTheAccount(ClientException failure) {
    boolean isRefusal =
        failure.exitCode() == ExitCode.REFUSED || failure.exitCode() == ExitCode.NOT_FOUND;
    return isRefusal && failure.status() != 401;
  }

  private JsonObject wanted(JsonObject document, Optional<JsonObject> before) {
    String name = document.text(AccountApi.ACCOUNT_NAME);
    if (name.isEmpty() || document.value(AccountApi.ACCOUNT_ID).isEmpty()) {
      throw refusal("account '" + name + "' must have an accountName and an accountId");
    }
    JsonObject none = JsonObject.of(AccountApi.CONTAINERS, List.of());
    JsonObject account = before.orElse(none);
    requireFree("account", document.number(AccountApi.ACCOUNT_ID, NO_ID), name, namesById);
    requireSame(AccountApi.ACCOUNT_ID, "account " + name, document, account);
    Set<String> known = new TreeSet<>(CatalogField.OF_ACCOUNT.keySet());
    known.addAll(ACCOUNT_FIELDS);
    List<JsonObject> containers =
        containers(name, document, account.objects(AccountApi.CONTAINERS));
    JsonObject fields = known(document, known, account).without(AccountApi.CONTAINERS);
    return containers.equals(account.objects(AccountApi.CONTAINERS))
        ? account.overlaid(fields)
        : account
            .overlaid(fields)
            .with(AccountApi.CONTAINERS, containers.stream().map(JsonObject::fields).toList());
  }

  /** The containers of an account with those of a document added or changed. */
  private List<JsonObject> containers(
      String account, JsonObject document, List<JsonObject> existingOnes) {
    Map<String, JsonObject> byName = new LinkedHashMap<>();
    Map<Long, String> names = new HashMap<>();
    for (JsonObject each : existingOnes) {
      String name = each.text(AccountApi.CONTAINER_NAME);
      byName.put(name, each);
      names.put(each.number(AccountApi.CONTAINER_ID, NO_ID), name);
    }
    Set<String> known = new TreeSet<>(CatalogField.OF_CONTAINER.keySet());
    known.addAll(CONTAINER_FIELDS);
    for (JsonObject container : document.objects(AccountApi.CONTAINERS)) {
      String name = container.text(AccountApi.CONTAINER_NAME);
      JsonObject before = byName.getOrDefault(name, new JsonObject(Map.of()));
      long id = container.number(AccountApi.CONTAINER_ID, NO_ID);
      requireFree("container", id, name, names);
      names.put(id, name);
      requireSame(AccountApi.CONTAINER_ID, "container " + account + "/" + name, container, before);
      byName.put(name, changed(before, known(container, known, before)));
    }
    return new ArrayList<>(byName.values());
  }

  /** Refuses an id that belongs to an object of another name, because this would rename it. */
  private static void requireFree(String what, long id, String name, Map<Long, String> names) {
    String owner = names.getOrDefault(id, name);
    if (id != NO_ID && !owner.equals(name)) {
      throw refusal("id %d belongs to %s %s".formatted(id, what, owner));
    }
  }

  private static void requireSame(String id, String what, JsonObject document, JsonObject before) {
    boolean isOther =
        before.value(id).isPresent()
            && document.value(id).isPresent()
            && before.number(id, 0) != document.number(id, 0);
    if (isOther) {
      throw refusal(
          "%s has the id %s here, but %s in the file"
              .formatted(what, before.text(id), document.text(id)));
    }
  }

  /** The fields of a document that are imported and differ from those of {@code before}. */
  private JsonObject known(JsonObject document, Set<String> known, JsonObject before) {
    JsonObject fields = new JsonObject(Map.of());
    for (Map.Entry<String, Object> field : document.fields().entrySet()) {
      String key = field.getKey();
      if (known.contains(key)) {
        boolean changes = changes(before.value(key), key, field.getValue());
        fields = changes ? fields.with(key, field.getValue()) : fields;
      } else if (!MAINTAINED.contains(key)) {
        ignored.add(WITHOUT_EFFECT.contains(key) ? key : key + " (unknown)");
      }
    }
    return fields;
  }

  private static boolean changes(Optional<Object> before, String key, Object value) {
    boolean isKept =
        (STICKY.contains(key) && !Boolean.TRUE.equals(value))
            || (key.equals(DELETE_TRIGGER_TIME) && before.isPresent());
    return !isKept && !comparable(before).equals(comparable(Optional.of(value)));
  }

  /** Changes fields of a container. One of the two fields for its durability decides. */
  private static JsonObject changed(JsonObject before, JsonObject fields) {
    if (fields.value(CatalogField.DURABILITY).isPresent()) {
      return before.overlaid(fields).without(CatalogField.PARANOID);
    }
    return fields.value(CatalogField.PARANOID).isPresent()
        ? before.overlaid(fields).without(CatalogField.DURABILITY)
        : before.overlaid(fields);
  }

  /** A value in which an absent field equals an empty one, and lists have no order. */
  private static Object comparable(Optional<Object> value) {
    return switch (value.orElse("")) {
      case List<?> list when list.isEmpty() -> "";
      case List<?> list -> new TreeSet<>(list.stream().map(String::valueOf).toList());
      case Number number -> number.longValue();
      case Object other -> other;
    };
  }

  private static ClientException refusal(String reason) {
    return new ClientException(ExitCode.REFUSED, reason);
  }
}
