package io.aumbry.frontend.access;

import io.aumbry.frontend.access.policy.ConditionKeys;
import io.aumbry.frontend.access.policy.PolicyPrincipal;
import io.aumbry.frontend.access.policy.RequestAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The attributes of a request and its sender. Each is computed only when a condition asks. */
record AccessAttributes(AccessIdentity identity, RequestFacts facts, long nowMillis)
    implements RequestAttributes {

  private static final Map<String, String> NAMES_OF_S3 =
      Map.of(
          "s3:prefix", ConditionKeys.PREFIX,
          "s3:delimiter", ConditionKeys.DELIMITER,
          "s3:max-keys", ConditionKeys.MAX_KEYS);

  @Override
  public List<String> values(String key) {
    return switch (key) {
      case ConditionKeys.SOURCE_IP -> text(facts.sourceAddress());
      case ConditionKeys.SECURE_TRANSPORT -> List.of(Boolean.toString(facts.isSecure()));
      case ConditionKeys.USER_AGENT -> text(facts.userAgent());
      case ConditionKeys.REFERER -> text(facts.referer());
      case ConditionKeys.CURRENT_TIME -> List.of(Instant.ofEpochMilli(nowMillis).toString());
      case ConditionKeys.EPOCH_TIME -> List.of(Long.toString(nowMillis / 1000));
      case ConditionKeys.USER_NAME ->
          identity.name().kind() == AccessIdentity.Kind.USER
              ? List.of(identity.name().name())
              : List.of();
      case ConditionKeys.USER_ID -> identity.userId().map(List::of).orElse(List.of());
      case ConditionKeys.PRINCIPAL_ARN -> principal();
      case ConditionKeys.PRINCIPAL_ACCOUNT ->
          identity.name().kind() == AccessIdentity.Kind.USER
              ? List.of(Integer.toString(identity.name().account()))
              : List.of();
      case ConditionKeys.PRINCIPAL_TYPE -> List.of(type());
      case ConditionKeys.CREDENTIAL -> text(identity.name().credential());
      case ConditionKeys.ISSUER ->
          identity.name().kind() == AccessIdentity.Kind.FEDERATED
              ? text(identity.name().id().substring(0, identity.name().id().indexOf('#')))
              : List.of();
      default -> more(key);
    };
  }

  /** Listing attributes have the same values under the names of S3. */
  private List<String> more(String key) {
    List<String> values = facts.more().getOrDefault(key, List.of());
    String own = NAMES_OF_S3.getOrDefault(key, key);
    return values.isEmpty() ? facts.more().getOrDefault(own, List.of()) : values;
  }

  /** A user has a name by the name of its account, and one by its id. */
  private List<String> principal() {
    return identity.principal().names().stream().filter(PolicyPrincipal::isOfOne).sorted().toList();
  }

  private String type() {
    return switch (identity.name().kind()) {
      case ANONYMOUS -> "Anonymous";
      case USER -> "User";
      case FEDERATED -> "FederatedUser";
    };
  }

  private static List<String> text(String value) {
    return value.isEmpty() ? List.of() : List.of(value);
  }
}
