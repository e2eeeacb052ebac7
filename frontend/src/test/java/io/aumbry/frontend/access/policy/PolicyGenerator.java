package io.aumbry.frontend.access.policy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Draws documents and requests from small alphabets, so that they often match. */
final class PolicyGenerator {
  /** A question mark and a variable between two stars. */
  private static final Pattern REFUSED =
      Pattern.compile("\\*[^*]*(\\?[^*]*[$]|[$][^*]*\\?)[^*]*\\*");

  private static final List<String> ACTIONS =
      List.of(
          "*",
          "aumbry:*",
          "s3:*",
          "aumbry:GetBlob",
          "AUMBRY:getblob",
          "s3:GetObject",
          "s3:Get*",
          "aumbry:?etBlob",
          "aumbry:*Blob",
          "s3:DeleteObject",
          "aumbry:Put*",
          "s3:*Object*",
          "s3:NoSuchThing");
  private static final List<PolicyAction> ASKED =
      List.of(
          PolicyAction.GET_BLOB,
          PolicyAction.PUT_BLOB,
          PolicyAction.DELETE_BLOB,
          PolicyAction.LIST_NAMES,
          PolicyAction.GET_TAGS,
          PolicyAction.UPDATE_TTL);
  private static final List<String> OPERATORS =
      List.of(
          "StringEquals",
          "StringNotEquals",
          "StringEqualsIgnoreCase",
          "StringNotEqualsIgnoreCase",
          "StringLike",
          "StringNotLike",
          "NumericEquals",
          "NumericNotEquals",
          "NumericLessThan",
          "NumericGreaterThanEquals",
          "Bool",
          "IpAddress",
          "NotIpAddress",
          "Null");
  private static final List<String> KEYS =
      List.of("aws:username", "s3:prefix", "aws:SourceIp", "s3:max-keys", "aws:SecureTransport");
  private static final List<String> VALUES =
      List.of("a", "b", "ab", "A", "*", "a*", "?", "1", "5", "12", "true", "10.1.2.3", "10.2.2.3");
  private static final List<String> USERS =
      List.of("arn:aws:iam::x:user/a", "arn:aws:iam::x:user/b", "arn:aws:iam::y:user/a");

  private final Random random;

  PolicyGenerator(long seed) {
    this.random = new Random(seed);
  }

  Map<String, Object> document(boolean ofContainer) {
    Map<String, Object> document = new LinkedHashMap<>();
    if (random.nextInt(4) > 0) {
      document.put("Version", random.nextInt(4) > 0 ? "2012-10-17" : "2008-10-17");
    }
    document.put("Statement", some(1, 3, () -> statement(ofContainer)));
    return document;
  }

  private Map<String, Object> statement(boolean ofContainer) {
    Map<String, Object> statement = new LinkedHashMap<>();
    boolean isAllow = random.nextInt(3) > 0;
    statement.put("Effect", isAllow ? "Allow" : "Deny");
    statement.put(inverted(4) + "Action", some(1, 3, () -> pick(ACTIONS)));
    statement.put(inverted(6) + "Resource", some(1, 3, this::resourcePattern));
    if (ofContainer) {
      String name = isAllow ? "Principal" : inverted(3) + "Principal";
      statement.put(
          name, random.nextInt(3) == 0 ? "*" : Map.of("AWS", some(1, 2, () -> pick(USERS))));
    }
    if (random.nextBoolean()) {
      Map<String, Object> condition = new LinkedHashMap<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        String operator = pick(OPERATORS);
        condition.put(decorated(operator), operands(operator));
      }
      statement.put("Condition", condition);
    }
    return statement;
  }

  private String inverted(int oneOf) {
    return random.nextInt(oneOf) == 0 ? "Not" : "";
  }

  private String decorated(String operator) {
    if (operator.equals("Null")) {
      return operator;
    }
    String quantifier = List.of("", "", "", "ForAllValues:", "ForAnyValue:").get(random.nextInt(5));
    return quantifier + operator + (random.nextInt(4) == 0 ? "IfExists" : "");
  }

  private Map<String, Object> operands(String operator) {
    Map<String, Object> operands = new LinkedHashMap<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      operands.put(pick(KEYS), some(1, 2, () -> wanted(operator)));
    }
    return operands;
  }

  private String wanted(String operator) {
    if (operator.startsWith("Numeric")) {
      return pick(List.of("1", "5", "12"));
    }
    if (operator.equals("Bool") || operator.equals("Null")) {
      return random.nextBoolean() ? "true" : "false";
    }
    if (operator.contains("IpAddress")) {
      return pick(List.of("10.1.2.3/32", "10.1.0.0/16", "10.0.0.0/8", "11.0.0.0/8", "1.2.3.0/24"));
    }
    String variable = pick(List.of("${aws:username}", "${s3:prefix}", "a", "b", "a*", "*", ""));
    return random.nextInt(3) == 0 ? variable + pick(VALUES) : variable;
  }

  private String resourcePattern() {
    StringBuilder pattern = new StringBuilder("arn:aws:s3:::");
    if (random.nextInt(6) == 0) {
      return "*";
    }
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      pattern.append(pick(List.of("a", "b", "/", "*", "?", "a", "/", "${aws:username}")));
    }
    return REFUSED.matcher(pattern).find() ? resourcePattern() : pattern.toString();
  }

  /** A request for both evaluators. */
  record Question(PolicyRequest request, NaiveEvaluator.Request naive) {}

  Question question() {
    Map<String, List<String>> attributes = new HashMap<>();
    for (String key : KEYS) {
      List<String> values = some(1, 3, () -> pick(VALUES));
      if (random.nextInt(3) > 0) {
        attributes.put(
            key.toLowerCase(java.util.Locale.ROOT),
            random.nextBoolean() ? values : values.subList(0, 1));
      }
    }
    PolicyAction action = pick(ASKED);
    String resource = resource();
    String s3Name = random.nextBoolean() ? resource() : "";
    String user = pick(USERS);
    PolicyRequest request =
        new PolicyRequest(
            new PolicyPrincipal(java.util.Set.of(user)),
            action,
            new PolicyResource(1, 1, resource, s3Name),
            PolicyTables.attributes(attributes));
    List<String> resources = s3Name.isEmpty() ? List.of(resource) : List.of(resource, s3Name);
    return new Question(
        request, new NaiveEvaluator.Request(user, action.names(), resources, attributes));
  }

  private String resource() {
    StringBuilder text = new StringBuilder("arn:aws:s3:::");
    for (int i = random.nextInt(8); i > 0; i--) {
      text.append(pick(List.of("a", "b", "/", "a", "*")));
    }
    return text.toString();
  }

  private <T> List<T> some(int least, int most, Supplier<T> each) {
    List<T> items = new ArrayList<>();
    for (int i = least + random.nextInt(most - least + 1); i > 0; i--) {
      items.add(each.get());
    }
    return items;
  }

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  /** Writes a document as JSON. */
  static String json(Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        List<String> fields = new ArrayList<>();
        map.forEach((k, v) -> fields.add(json(k) + ":" + json(v)));
        yield "{" + String.join(",", fields) + "}";
      }
      case List<?> list -> {
        List<String> items = new ArrayList<>();
        list.forEach(item -> items.add(json(item)));
        yield "[" + String.join(",", items) + "]";
      }
      default -> '"' + value.toString() + '"';
    };
  }
}
