package io.aumbry.frontend.access.policy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * A second evaluator of policies, written for clarity only. It interprets the document at each
 * request and shares no code with the first.
 */
final class NaiveEvaluator {
  /** A request in the terms of documents. */
  record Request(
      String principal,
      List<String> actions,
      List<String> resources,
      Map<String, List<String>> attributes) {}

  private final Map<String, Object> document;
  private final boolean hasVariables;

  NaiveEvaluator(Map<String, Object> document) {
    this.document = document;
    this.hasVariables = "2012-10-17".equals(document.get("Version"));
  }

  /** {@code deny}, {@code allow} or {@code silent}. */
  String evaluate(Request request) {
    String result = "silent";
    for (Object item : (List<?>) value(document, "Statement")) {
      Map<?, ?> statement = (Map<?, ?>) item;
      if (applies(statement, request)) {
        if (value(statement, "Effect").equals("Deny")) {
          return "deny";
        }
        result = "allow";
      }
    }
    return result;
  }

  private boolean applies(Map<?, ?> statement, Request request) {
    return choice(statement, "Action", list -> actions(list, request))
        && choice(statement, "Resource", list -> resources(list, request))
        && principal(statement, request)
        && conditions(statement, request);
  }

  private static Object value(Map<?, ?> map, String key) {
    return Objects.requireNonNull(map.get(key), key);
  }

  private interface Listed {
    boolean contains(List<?> list);
  }

  private static boolean choice(Map<?, ?> statement, String element, Listed listed) {
    if (statement.containsKey(element)) {
      return listed.contains((List<?>) value(statement, element));
    }
    return !listed.contains((List<?>) value(statement, "Not" + element));
  }

  private static boolean actions(List<?> patterns, Request request) {
    return patterns.stream()
        .anyMatch(p ->
            request.actions().stream()
                .anyMatch(
                    a -> glob(p.toString().toLowerCase(Locale.ROOT), a.toLowerCase(Locale.ROOT))));
  }

  private boolean resources(List<?> patterns, Request request) {
    return patterns.stream()
        .anyMatch(p -> request.resources().stream().anyMatch(r -> like(p.toString(), r, request)));
  }

  private static boolean principal(Map<?, ?> statement, Request request) {
    boolean isPlain = statement.containsKey("Principal");
    if (!isPlain && !statement.containsKey("NotPrincipal")) {
      return true;
    }
    Object rule = value(statement, isPlain ? "Principal" : "NotPrincipal");
    boolean isListed =
        rule.equals("*")
            || ((List<?>) value((Map<?, ?>) rule, "AWS"))
                .stream().anyMatch(name -> name.equals("*") || name.equals(request.principal()));
    return isListed == isPlain;
  }

  private boolean conditions(Map<?, ?> statement, Request request) {
    boolean isAllow = value(statement, "Effect").equals("Allow");
    Map<?, ?> operators =
        (Map<?, ?>) Optional.ofNullable((Object) statement.get("Condition")).orElse(Map.of());
    for (Map.Entry<?, ?> operator : operators.entrySet()) {
      for (Map.Entry<?, ?> key : ((Map<?, ?>) operator.getValue()).entrySet()) {
        List<String> given =
            request
                .attributes()
                .getOrDefault(key.getKey().toString().toLowerCase(Locale.ROOT), List.of());
        List<String> wanted = ((List<?>) key.getValue()).stream().map(Object::toString).toList();
        if (!condition(operator.getKey().toString(), wanted, given, request, isAllow)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean condition(
      String name, List<String> wanted, List<String> given, Request request, boolean isAllow) {
    if (name.equals("Null")) {
      return wanted.contains(Boolean.toString(given.isEmpty()));
    }
    boolean all = name.startsWith("ForAllValues:");
    boolean any = name.startsWith("ForAnyValue:");
    String rest = name.substring(name.indexOf(':') + 1);
    boolean ifExists = rest.endsWith("IfExists");
    String operator = rest.replace("IfExists", "");
    boolean negated = operator.contains("Not");
    BiPredicate<String, String> compare = comparison(operator.replace("Not", ""), request);
    boolean unresolved =
        wanted.stream()
            .anyMatch(w ->
                hasVariables && operator.startsWith("String") && resolve(w, request).isEmpty());
    if (negated && isAllow && unresolved) {
      return false;
    }
    if (given.isEmpty()) {
      return ifExists || all || (!any && negated);
    }
    long matching =
        given.stream().filter(g -> wanted.stream().anyMatch(w -> compare.test(w, g))).count();
    if (all) {
      return negated ? matching == 0 : matching == given.size();
    }
    if (any) {
      return negated ? matching < given.size() : matching > 0;
    }
    return negated ? matching == 0 : matching > 0;
  }

  private BiPredicate<String, String> comparison(String operator, Request request) {
    return switch (operator) {
      case "StringEquals" -> (w, g) -> resolve(w, request).filter(g::equals).isPresent();
      case "StringEqualsIgnoreCase" ->
          (w, g) -> resolve(w, request).filter(g::equalsIgnoreCase).isPresent();
      case "StringLike" -> (w, g) -> like(w, g, request);
      case "NumericEquals" -> (w, g) -> isNumber(g) && Long.parseLong(g) == Long.parseLong(w);
      case "NumericLessThan" -> (w, g) -> isNumber(g) && Long.parseLong(g) < Long.parseLong(w);
      case "NumericGreaterThanEquals" ->
          (w, g) -> isNumber(g) && Long.parseLong(g) >= Long.parseLong(w);
      case "Bool" -> String::equalsIgnoreCase;
      case "IpAddress" -> NaiveEvaluator::inRange;
      default -> throw new AssertionError(operator);
    };
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d+");
  }

  /** Ranges of the generator have 8, 16, 24 or 32 bits. */
  private static boolean inRange(String range, String address) {
    String[] parts = range.split("/", -1);
    int bytes = Integer.parseInt(parts[1]) / 8;
    String[] mine = parts[0].split("\\.", -1);
    String[] theirs = address.split("\\.", -1);
    if (theirs.length != 4) {
      return false;
    }
    for (int i = 0; i < bytes; i++) {
      if (!mine[i].equals(theirs[i])) {
        return false;
      }
    }
    return true;
  }

  private Optional<String> resolve(String text, Request request) {
    String result = text;
    for (String key : List.of("aws:username", "s3:prefix")) {
      String variable = "${" + key + "}";
      if (hasVariables && result.contains(variable)) {
        List<String> values = request.attributes().getOrDefault(key, List.of());
        if (values.size() != 1) {
          return Optional.empty();
        }
        result = result.replace(variable, values.getFirst());
      }
    }
    return Optional.of(result);
  }

  /** Variables in patterns are replaced by text whose wildcards are escaped with a backslash. */
  private boolean like(String pattern, String text, Request request) {
    String escaped = pattern;
    for (String key : List.of("aws:username", "s3:prefix")) {
      String variable = "${" + key + "}";
      if (hasVariables && escaped.contains(variable)) {
        List<String> values = request.attributes().getOrDefault(key, List.of());
        if (values.size() != 1) {
          return false;
        }
        escaped =
            escaped.replace(variable, values.getFirst().replace("*", "\\*").replace("?", "\\?"));
      }
    }
    return glob(escaped, text);
  }

  /** Tries all ways. */
  private static boolean glob(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    if (pattern.startsWith("\\")) {
      return text.startsWith(pattern.substring(1, 2))
          && glob(pattern.substring(2), text.substring(1));
    }
    if (pattern.startsWith("*")) {
      return glob(pattern.substring(1), text)
          || (!text.isEmpty() && glob(pattern, text.substring(1)));
    }
    return !text.isEmpty()
        && (pattern.charAt(0) == '?' || pattern.charAt(0) == text.charAt(0))
        && glob(pattern.substring(1), text.substring(1));
  }
}
