package io.aumbry.deploy.operator.catalog;

import io.aumbry.config.Text;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.catalog.FieldValue.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of accounts and containers that {@code --set FIELD=VALUE} changes.
 *
 * <p>Ambry's {@code paranoidDurabilityEnabled} says the same as {@code durability}, with less
 * detail. The frontend refuses contradictions, so a change of one omits the other.
 */
final class CatalogField {
  static final String DURABILITY = "durability";
  static final String PARANOID = "paranoidDurabilityEnabled";

  static final Map<String, Kind> OF_ACCOUNT;
  static final Map<String, Kind> OF_CONTAINER;

  static {
    Map<String, Kind> account = new LinkedHashMap<>();
    account.put("status", Kind.CONSTANT);
    account.put("aclInheritedByContainer", Kind.FLAG);
    account.put("quotaResourceType", Kind.CONSTANT);
    OF_ACCOUNT = Collections.unmodifiableMap(account);
    Map<String, Kind> container = new LinkedHashMap<>();
    container.put("status", Kind.CONSTANT);
    container.put("description", Kind.TEXT);
    container.put("ttlRequired", Kind.FLAG);
    container.put("namedBlobMode", Kind.CONSTANT);
    container.put("replicationPolicy", Kind.TEXT);
    container.put(DURABILITY, Kind.TEXT);
    container.put("publicRead", Kind.FLAG);
    container.put("cacheable", Kind.FLAG);
    container.put("cacheTtlInSecond", Kind.SECONDS);
    container.put("accessControlAllowOrigin", Kind.TEXT);
    container.put("securePathRequired", Kind.FLAG);
    container.put("overrideAccountAcl", Kind.FLAG);
    container.put("userMetadataKeysToNotPrefixInResponse", Kind.LIST);
    container.put("contentTypeWhitelistForFilenamesOnDownload", Kind.LIST);
    container.put("encrypted", Kind.FLAG);
    container.put("backupEnabled", Kind.FLAG);
    container.put("mediaScanDisabled", Kind.FLAG);
    OF_CONTAINER = Collections.unmodifiableMap(container);
  }

  private CatalogField() {}

  /**
   * Changes fields of an object.
   *
   * @param assignments each {@code FIELD=VALUE}
   * @throws ClientException if a field is unknown or a value has another kind
   */
  static JsonObject assign(JsonObject object, List<String> assignments, Map<String, Kind> known) {
    JsonObject changed = object;
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      String field = equals < 0 ? assignment : assignment.substring(0, equals);
      Kind kind = known.get(field);
      if (equals < 0 || kind == null) {
        throw refusal(assignment, field, known);
      }
      String text = assignment.substring(equals + 1);
      changed = changed.with(field, FieldValue.parse(field, kind, text));
      changed = field.equals(DURABILITY) ? changed.without(PARANOID) : changed;
    }
    return changed;
  }

  private static ClientException refusal(String assignment, String field, Map<String, Kind> known) {
    if (known.containsKey(field)) {
      return new ClientException(
          ExitCode.USAGE, "--set " + assignment + " must have the form FIELD=VALUE");
    }
    List<String> names = new ArrayList<>(known.keySet());
    return new ClientException(
        ExitCode.USAGE,
        "--set "
            + assignment
            + ": there is no field "
            + field
            + Text.nearest(field, names)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; fields are " + String.join(", ", names)));
  }
}
