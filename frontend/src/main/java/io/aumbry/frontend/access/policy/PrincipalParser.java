package io.aumbry.frontend.access.policy;

import io.aumbry.config.json.JsonValue;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Compiles the principals of a statement. */
final class PrincipalParser {
  private static final String EVERYONE = "*";
  private static final Set<String> TYPES =
      Set.of("AWS", "Aumbry", "CanonicalUser", "Federated", "Service");

  /** All users of an account, or one of them. */
  private static final Pattern ARN =
      Pattern.compile("arn:aws:iam::[^:*?]{0,255}:(root|user/[^*?]{1,128})");

  private static final Pattern ACCOUNT = Pattern.compile("[^:/*?]{1,255}");

  private PrincipalParser() {}

  static PrincipalRule parse(PolicyElement element) {
    if (element.value() instanceof JsonValue.Text) {
      if (element.text().equals(EVERYONE)) {
        return new PrincipalRule.Everyone();
      }
      throw element.refused("'" + element.text() + "' must be * or an object");
    }
    Set<String> names = new HashSet<>();
    Map<String, PolicyElement> fields = element.fields(TYPES);
    if (fields.isEmpty()) {
      throw element.refused("must not be empty");
    }
    fields.forEach((type, list) -> list.items().forEach(item -> names.add(name(type, item))));
    return names.contains(EVERYONE)
        ? new PrincipalRule.Everyone()
        : new PrincipalRule.Listed(names);
  }

  private static String name(String type, PolicyElement item) {
    String text = item.text();
    return switch (type) {
      case "CanonicalUser" -> PolicyPrincipal.canonical(text);
      case "Federated" -> PolicyPrincipal.OIDC + text;
      case "Service" -> "service:" + text;
      default -> user(text, item);
    };
  }

  private static String user(String text, PolicyElement item) {
    if (text.equals(EVERYONE) || ARN.matcher(text).matches()) {
      return text;
    }
    if (ACCOUNT.matcher(text).matches()) {
      return PolicyPrincipal.IAM + text + ":root";
    }
    throw item.refused(
        "'"
            + text
            + "' must be *, an account, arn:aws:iam::ACCOUNT:root or arn:aws:iam::ACCOUNT:user/NAME");
  }
}
